import { readFileSync } from 'node:fs';
import { launch, player, startServer, overflow, smallTargets, accessibility } from './stage.mjs';
const server = await startServer(); const browser = await launch();
const report = JSON.parse(readFileSync('/tmp/lab-out/wuxi/report.json','utf8'));
const request = { rules:'wuxi', seats:4, a:{}, b:{self_draw_fan:'always'}, deals:200000, bots:'greedy', seed:1 };
const run = { id:'00ff', request, state:'done', played:200000, ahead:0, report };
const sizes = { desk:[1440,900], phone:[390,844], side:[844,390] };
for (const [name,lang,theme,path] of [['desk','zh','light','/lab/00ff'],['phone','zh','light','/lab/00ff'],['phone','en','dark','/lab/00ff'],['side','en','light','/lab/00ff'],['desk','en','dark','/lab'],['phone','zh','light','/lab'],['side','zh','light','/lab']]) {
  const [width,height]=sizes[name];
  const { page, problems, context } = await player(browser,{ url: server.url, width, height, lang, theme });
  await page.route((u)=>u.pathname.startsWith('/api/lab'), (r)=>r.fulfill({ json: r.request().url().endsWith('/api/lab') ? { runs:[{...run,report:null}] } : run }));
  await page.goto(server.url+path);
  await page.waitForSelector(path==='/lab'?'[data-action="run"]':'[data-chart="places"]',{timeout:60000});
  if (path==='/lab') { await page.locator('[data-rules="wuxi"]').click(); await page.waitForTimeout(500); await page.locator('[data-option="base"] .step button').last().click(); }
  console.log(name,lang,path,'overflow',await overflow(page),'small',await smallTargets(page),'axe',JSON.stringify(await accessibility(page)).slice(0,600),'problems',problems);
  await page.screenshot({ path:`/tmp/lab-${name}-${lang}${path==='/lab'?'-form':''}.png`, fullPage: name!=='side', timeout:120000 });
  await context.close();
}
await browser.close(); await server.stop();
