// Build and development server. The server embeds what lands in `dist/`; `npm run dev` passes API
// calls and sockets on to it.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const backend = process.env.SIFANG_SERVER ?? 'http://127.0.0.1:8710';

export default defineConfig({
  plugins: [svelte()],
  publicDir: 'public',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': backend, '/ws': { target: backend, ws: true } } },
});
