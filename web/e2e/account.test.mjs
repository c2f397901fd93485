// An account of one's own without a password: passkeys from device to device (Chromium's virtual
// authenticator), a recovery code, devices that are signed out, and the end of it all.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { playDeal } from './play.mjs';
import { sleep, sound, stage } from './stage.mjs';

// One for each test: all devices here have the same address, from which few attempts are taken.
const { server, player } = stage({ servers: 'test' });
/** The server by the name that passkeys belong to. */
let site;
beforeEach(() => {
  site = server.url.replace('127.0.0.1', 'localhost');
});

const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
};
/** Refusals are part of these tests; the browser writes each into its console. */
const REFUSED = /Failed to load resource: the server responded with a status of 4/;

/** A device of its own: a window, its storage, and an authenticator that holds what it is given. */
async function device(look = {}, credentials = []) {
  const one = await player({ url: site, ...look });
  const devtools = await one.context.newCDPSession(one.page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: AUTHENTICATOR,
  });
  const give = (credential) =>
    devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
  for (const credential of credentials) await give(credential);
  const held = async () =>
    (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return { ...one, held };
}

const press = (page, action) => page.locator(`[data-action="${action}"]`).click();
const confirm = (page) => page.locator('.confirm [data-action="confirm"]').click();
const said = (page, words) =>
  page.waitForFunction(
    (pattern) => new RegExp(pattern).test(document.querySelector('.toasts')?.textContent ?? ''),
    words.source,
  );

/** Who the server takes this window for. */
const whoIs = (page) =>
  page.evaluate(async () => {
    const token = localStorage.getItem('sifang.token');
    const answer = await fetch('/api/me', { headers: { authorization: `Bearer ${token}` } });
    return answer.ok ? (await answer.json()).player : null;
  });

/** Comes to the lobby, and is a guest there. */
async function arrive(page, at = site) {
  await page.goto(at);
  await page.waitForSelector('.whoami', { state: 'attached' });
}

async function account(page) {
  await page.goto(`${site}/account`);
  await page.waitForSelector('.account');
}

/** A guest with a name of its own, on its account page. */
async function guest(one, nickname) {
  const { page } = one;
  await arrive(page);
  await account(page);
  await page.locator('.name-form input').fill(nickname);
  await press(page, 'rename');
  await said(page, /昵称已改|Nickname changed/);
  return whoIs(page);
}

/** What must hold on every screen of this. */
async function whole({ page, problems }, about) {
  await sleep(300);
  await sound(page, about);
  assert.deepEqual(
    problems.filter((line) => !REFUSED.test(line)),
    [],
    about,
  );
}

test('a passkey made here signs in there: the same player, the same history', async () => {
  const home = await device();
  const me = await guest(home, '小明');
  // One deal, so that there is a history. Everybody is asked for piao: a match in which the player
  // answers nothing is not kept.
  await home.page.goto(`${site}/new/anhua?deals=1&piao_mode=choose`);
  await home.page.locator('[data-option="pause"] [role="switch"]').click();
  await press(home.page, 'create');
  await press(home.page, 'start');
  await home.page.waitForSelector('.felt .compass .wall-count', { timeout: 20_000 });
  await playDeal(home.page);
  await home.page.locator('.cover [data-action="next"]').click();
  await home.page.waitForSelector('.podium');

  // By the way that people find: the disc with the name, settings, account.
  await home.page.goto(site);
  await home.page.locator('.profile-btn').click();
  await press(home.page, 'account');
  await home.page.waitForSelector('.account');
  assert.equal(await home.page.locator('dialog[open]').count(), 0, 'the drawer has made way');
  assert.match(await home.page.locator('.fragile').innerText(), /只在这台设备上/);
  await home.page.locator('.account [aria-labelledby="passkeys-title"] input').fill('书房电脑');
  await press(home.page, 'add-passkey');
  await home.page.waitForSelector('[data-passkey]');
  assert.match(await home.page.locator('[data-passkey]').innerText(), /书房电脑[\s\S]*还没用过/);
  assert.equal(await home.page.locator('.fragile').count(), 0);
  const credentials = await home.held();
  assert.equal(credentials.length, 1);
  assert.deepEqual([credentials[0].rpId, credentials[0].isResidentCredential], ['localhost', true]);
  // The same device is not asked to make a second one.
  await press(home.page, 'add-passkey');
  await said(home.page, /已经有这个账号的通行密钥/);
  await whole(home, 'with a passkey');

  const phone = await device({ width: 390, height: 844, lang: 'en', theme: 'dark' }, credentials);
  await account(phone.page);
  assert.equal(await whoIs(phone.page), null, 'to look at the page makes nobody a guest');
  await whole(phone, 'signed out');
  await press(phone.page, 'sign-in');
  await said(phone.page, /Signed in: 小明/);
  assert.equal((await whoIs(phone.page)).id, me.id);
  assert.equal(await phone.page.locator('[data-device]').count(), 2);
  await whole(phone, 'signed in');
  await phone.page.goto(`${site}/history`);
  await phone.page.waitForSelector('.played li');
  assert.equal(await phone.page.locator('.played li').count(), 1);
  assert.equal((await whoIs(home.page)).id, me.id, 'the first device stays signed in');

  // Where the browser has no passkey to show, nothing has changed.
  const third = await device();
  await arrive(third.page);
  const stranger = await whoIs(third.page);
  await third.page.locator('.whoami').click();
  await third.page.waitForSelector('.account');
  await press(third.page, 'sign-in');
  await said(third.page, /没有完成/);
  assert.deepEqual(await whoIs(third.page), stranger);

  // Removed, it opens nothing any more; who is in stays in.
  await account(home.page);
  assert.match(await home.page.locator('[data-passkey]').innerText(), /今天用过/);
  await press(home.page, 'remove-passkey');
  await whole(home, 'asked before it is removed');
  await home.page.keyboard.press('Escape');
  assert.equal(await home.page.locator('[data-passkey]').count(), 1, 'Esc is a no');
  await press(home.page, 'remove-passkey');
  await confirm(home.page);
  await home.page.waitForSelector('[data-passkey]', { state: 'detached' });
  const late = await device({ lang: 'en' }, await phone.held());
  await account(late.page);
  await press(late.page, 'sign-in');
  await said(late.page, /could not be verified/);
  assert.equal(await whoIs(late.page), null);
  assert.equal((await whoIs(phone.page)).id, me.id);
  for (const { context, problems } of [home, phone, third, late]) {
    assert.deepEqual(
      problems.filter((line) => !REFUSED.test(line)),
      [],
    );
    await context.close();
  }
});

test('a device that is signed out says so, at a table and on its pages', async () => {
  const home = await device();
  const me = await guest(home, '小红');
  await press(home.page, 'add-passkey');
  await home.page.waitForSelector('[data-passkey]');
  const credentials = await home.held();
  const phone = await device({ width: 390, height: 844, lang: 'en' }, credentials);
  await account(phone.page);
  await press(phone.page, 'sign-in');
  await said(phone.page, /Signed in/);
  await phone.page.goto(`${site}/new/wuxi`);
  await press(phone.page, 'create');
  await phone.page.waitForSelector('.big-code');

  await account(home.page);
  const rows = await home.page.locator('[data-device]').allInnerTexts();
  assert.equal(
    rows.filter((row) => /Chrome · Linux[\s\S]*这台设备/.test(row)).length,
    1,
    rows.join(' | '),
  );
  await home.page.locator('[data-device="other"] [data-action="sign-out"]').click();
  await confirm(home.page);
  await said(home.page, /已退出登录/);
  assert.equal(await home.page.locator('[data-device]').count(), 1);
  await phone.page.waitForSelector('.error-card');
  assert.match(await phone.page.locator('.error-card').innerText(), /This device is signed out/);
  await whole(phone, 'signed out at a table');
  assert.equal(await whoIs(phone.page), null);
  // The way back is offered there.
  await phone.page.locator('.error-card .btn-primary').click();
  await press(phone.page, 'sign-in');
  await said(phone.page, /Signed in/);
  assert.equal((await whoIs(phone.page)).id, me.id);

  // All others at once, from the phone; the other window notices when somebody comes back to it.
  // A copy as it is now: one with an older count would be refused.
  const lobby = await device({ lang: 'en' }, await phone.held());
  await account(lobby.page);
  await press(lobby.page, 'sign-in');
  await said(lobby.page, /Signed in/);
  await press(phone.page, 'sign-out-others');
  await whole(phone, 'asked');
  await confirm(phone.page);
  await said(phone.page, /Signed out/);
  // The lobby says so, and one goes on as a guest.
  await lobby.page.locator('.brand').click();
  await said(lobby.page, /This device is signed out/);
  await lobby.page.waitForSelector('.whoami');
  assert.notEqual((await whoIs(lobby.page)).id, me.id);
  await whole(lobby, 'a guest again');
  await home.page.evaluate(() => dispatchEvent(new Event('focus')));
  await said(home.page, /这台设备已退出登录/);
  await home.page.waitForSelector('.account.signed-out');
  // And who signs out by oneself is nobody there.
  await phone.page.locator('[data-device="this"] [data-action="sign-out"]').click();
  await confirm(phone.page);
  await phone.page.waitForSelector('.account.signed-out');
  assert.equal(await phone.page.evaluate(() => localStorage.getItem('sifang.token')), null);
  for (const { context, problems } of [home, phone, lobby]) {
    assert.deepEqual(
      problems.filter((line) => !REFUSED.test(line)),
      [],
    );
    await context.close();
  }
});

test('a recovery code is shown once, works once, and signs the others out', async () => {
  const home = await device({ width: 844, height: 390, lang: 'en' });
  const me = await guest(home, 'Ming');
  assert.match(await home.page.locator('[aria-labelledby="code-title"]').innerText(), /works once/);
  await press(home.page, 'new-code');
  const code = await home.page.locator('[data-code]').innerText();
  assert.match(code, /^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/);
  await whole(home, 'a code is shown');
  await press(home.page, 'code-kept');
  await home.page.reload();
  await home.page.waitForSelector('.account');
  assert.equal(await home.page.locator('[data-code]').count(), 0);
  assert.match(
    await home.page.locator('[aria-labelledby="code-title"]').innerText(),
    /There is a recovery code/,
  );

  const phone = await device({ width: 390, height: 844, theme: 'dark' });
  // Somebody who has only looked around loses nothing, and is not asked; in small letters it is the
  // same code.
  await arrive(phone.page);
  await account(phone.page);
  const field = phone.page.locator('[aria-labelledby="enter-title"] input');
  await field.fill('AAAAA-AAAAA-AAAAA-AAAAA');
  await press(phone.page, 'recover');
  await said(phone.page, /恢复码无效/);
  await field.fill(code.toLowerCase());
  await field.press('Enter');
  await said(phone.page, /已登录：Ming/);
  assert.equal((await whoIs(phone.page)).id, me.id);
  const next = await phone.page.locator('[data-code]').innerText();
  assert.notEqual(next, code);
  assert.equal(await phone.page.locator('[data-device]').count(), 1);
  await whole(phone, 'the next code is shown');
  await home.page.evaluate(() => dispatchEvent(new Event('focus')));
  await said(home.page, /signed out/);
  await home.page.waitForSelector('.account.signed-out');
  await home.page.locator('[aria-labelledby="enter-title"] input').fill(code);
  await press(home.page, 'recover');
  await said(home.page, /not valid/);
  assert.equal(await whoIs(home.page), null, 'used up');
  for (const { context } of [home, phone]) await context.close();
});

test('deleting the account takes its name, and leaves nobody', async () => {
  const home = await device({ width: 390, height: 844, lang: 'en' });
  await guest(home, 'Mei');
  await press(home.page, 'add-passkey');
  await home.page.waitForSelector('[data-passkey]');
  const credentials = await home.held();
  await press(home.page, 'delete');
  const final = home.page.locator('.confirm [data-action="confirm"]');
  assert.equal(await final.isDisabled(), true);
  await home.page.locator('.confirm input').fill('Mai');
  assert.equal(await final.isDisabled(), true);
  await whole(home, 'asked');
  await home.page.locator('.confirm input').fill('Mei');
  await final.click();
  await said(home.page, /account is deleted/);
  await home.page.waitForSelector('.account.signed-out');
  assert.equal(await home.page.evaluate(() => localStorage.getItem('sifang.token')), null);
  const phone = await device({ lang: 'en' }, credentials);
  await account(phone.page);
  await press(phone.page, 'sign-in');
  await said(phone.page, /could not be verified/);
  // Who opens the settings there is somebody again: a new guest, whose account is shown.
  await home.page.locator('.profile-btn').click();
  await home.page.waitForSelector('[data-device="this"]', { state: 'attached' });
  await home.page.keyboard.press('Escape');
  assert.notEqual(await home.page.locator('.name-form input').inputValue(), 'Mei');
  for (const { context } of [home, phone]) await context.close();
});

test('where passkeys cannot be used the page says why, and the recovery code is there', async () => {
  for (const [lang, words] of [
    ['zh', /public_url/],
    ['en', /public_url/],
  ]) {
    const one = await player({ lang });
    await arrive(one.page, server.url);
    await one.page.goto(`${server.url}/account`);
    for (const place of ['passkeys', 'sign-in'])
      assert.match(await one.page.locator(`[data-why="${place}"]`).innerText(), words);
    assert.equal(
      await one.page.locator('[data-action="add-passkey"], [data-action="sign-in"]').count(),
      0,
    );
    assert.equal(await one.page.locator('[data-action="new-code"]').isEnabled(), true);
    await whole(one, lang);
    await one.context.close();
  }
  const old = await player({ url: site, lang: 'en' });
  await old.context.addInitScript(() => delete globalThis.PublicKeyCredential);
  await old.page.goto(`${site}/account`);
  assert.match(
    await old.page.locator('[data-why="sign-in"]').innerText(),
    /This browser has no passkeys/,
  );
  await old.context.close();
});
