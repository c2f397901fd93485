// Development page, not shipped: any step of a recorded match on the real table.
// /dev/?log=wuxi&step=40&lang=en&theme=dark&hints=1&settlement=1
import { mount } from 'svelte';
import '../src/styles/index.css';
import { change } from '../src/state/settings.svelte';
import type { View } from '../src/state/view';
import { loadSprite } from '../src/ui/sprite';
import Fixture from './Fixture.svelte';
import type { FixtureLine } from './fixture';

/** A question of the collection: a position and what kind of question it asks. */
interface Prompt {
  kind: string;
  view: View;
}

const query = new URLSearchParams(location.search);
change({
  lang: query.get('lang') === 'en' ? 'en' : 'zh',
  theme: query.get('theme') === 'light' ? 'light' : 'dark',
  motion: 'reduced',
});
const name = query.get('log') ?? 'wuxi';
const packed = await fetch(
  `/tests/fixtures/${name === 'prompts' ? 'prompts.json.gz' : `${name}.jsonl.gz`}`,
);
// A server may unpack on its own; the magic number shows it.
const bytes = new Uint8Array(await packed.arrayBuffer());
const plain =
  bytes[0] === 0x1f && bytes[1] === 0x8b
    ? new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')))
    : new Response(bytes);
const text = await plain.text();
// The collection of prompts is chosen from by rule set and kind:
// /dev/?log=prompts&rules=anhua&kind=kong_claim
const lines: FixtureLine[] =
  name === 'prompts'
    ? (JSON.parse(text) as Prompt[])
        .filter(
          (one) =>
            one.view.rules === query.get('rules') && one.kind.includes(query.get('kind') ?? ''),
        )
        .map((one) => ({ deal: 1, events: [], ...one }))
    : text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as FixtureLine);
await loadSprite();
mount(Fixture, { target: document.getElementById('app')!, props: { lines, query } });
