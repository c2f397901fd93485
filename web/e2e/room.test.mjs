// Life in a room before a match: the host changes what is played and everybody sees what, guests
// change seats, a new link makes the old one void, and who is away is seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sleep, sound, stage } from './stage.mjs';

const { server, player } = stage();

async function roomOfTwo(looks = [{}, {}]) {
  const host = await player(looks[0]);
  await host.page.goto(`${server.url}/new/wuxi`);
  await host.page.locator('[data-action="create"]').first().click();
  await host.page.waitForSelector('.big-code');
  const link = await host.page.locator('.invite + .row-form input').inputValue();
  const guest = await player(looks[1]);
  await guest.page.goto(link);
  await guest.page.locator('[data-action="ready"]').waitFor();
  return { host, guest, link };
}

for (const [looks, changed] of [
  [[{ lang: 'zh' }, { width: 390, height: 844, lang: 'en', theme: 'dark' }], /no limit/],
  [
    [
      { width: 844, height: 390, lang: 'en' },
      { width: 320, height: 568, lang: 'zh' },
    ],
    /不限/,
  ],
])
  test(`what the host changes is seen, and asks again: ${looks[1].lang}`, async () => {
    const { host, guest } = await roomOfTwo(looks);
    await guest.page.locator('[data-action="ready"]').click();
    await host.page
      .locator('[data-seat="1"]')
      .getByText(/已准备|ready/)
      .waitFor();
    await host.page.locator('[data-action="edit"]').click();
    const pace = host.page.getByRole('radiogroup', { name: /每步时间|Time per move/ });
    await pace.getByRole('radio').nth(4).click();
    await sound(host.page, 'the form');
    await host.page.locator('[data-action="create"]').first().click();
    const news = guest.page.locator('[data-changed]');
    await news.waitFor();
    assert.match(await news.innerText(), changed);
    assert.equal(await news.locator('li').count(), 1);
    await sound(guest.page, 'the change');
    await host.page.getByText(/还有人没准备|not ready yet/).waitFor();
    await guest.page.locator('[data-action="ready"]').click();
    await news.waitFor({ state: 'detached' });
    await host.page.locator('[data-action="start"]:not([disabled])').waitFor();
    for (const { problems, context } of [host, guest]) {
      assert.deepEqual(problems, []);
      await context.close();
    }
  });

test('a guest changes its seat; who is away is seen', async () => {
  const { host, guest } = await roomOfTwo();
  await guest.page.locator('[data-seat="3"] [data-action="sit"]').click();
  await host.page.locator('[data-seat="3"] .avatar').waitFor();
  await guest.context.close();
  await host.page.locator('[data-seat="3"] [data-away]').waitFor();
  assert.match(await host.page.locator('[data-seat="3"] [data-away]').innerText(), /离开/);
  assert.deepEqual(host.problems, []);
  await host.context.close();
});

test('somebody sent away comes back under no name by the old link', async () => {
  const { host, guest, link } = await roomOfTwo();
  await host.page.locator('[data-seat="1"]').getByRole('button', { name: '请离' }).click();
  await guest.page.getByText('房主请你离开了').waitFor();
  await host.page.locator('[data-action="new-link"]').click();
  await host.page.locator('[data-action="confirm"]').click();
  await host.page.waitForFunction(
    (old) => document.querySelector('.invite + .row-form input').value !== old,
    link,
  );
  const anew = await host.page.locator('.invite + .row-form input').inputValue();
  const other = await player({});
  await other.page.goto(link);
  await other.page.getByText('这个房间不在了').waitFor();
  await other.page.goto(anew);
  await other.page.locator('[data-action="ready"]').waitFor();
  // The host's own address leads back, too.
  await host.page.reload();
  await host.page.waitForSelector('.big-code');
  assert.equal(host.page.url(), anew);
  await sleep(100);
  await host.context.close();
  await guest.context.close();
  await other.context.close();
});
