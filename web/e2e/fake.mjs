// The built client whose server is the test: any position of any rule set on the real screen, and
// what the client says about it.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { watched } from './stage.mjs';

const ORIGIN = 'http://localhost';
export const ME = { id: '00000000000000aa', nickname: '阿宁' };
const dist = new URL('../dist/', import.meta.url);
export const unpack = (name) =>
  JSON.parse(
    gunzipSync(readFileSync(new URL(`../tests/fixtures/${name}`, import.meta.url))).toString(
      'utf8',
    ),
  );
/** The position of a rule set in which exactly this is asked. */
export const position = (rules, kind) =>
  unpack('prompts.json.gz').find((one) => one.view.rules === rules && one.kind === kind).view;
/** What was answered since message number `from`. */
export const acts = (received, from = 0) =>
  received
    .slice(from)
    .filter((message) => message.type === 'act')
    .map((message) => message.action);
/** Waits until an answer has arrived: what was sent is received a moment later. */
export async function answered(page, received) {
  for (let i = 0; i < 200 && acts(received).length === 0; i++) await page.waitForTimeout(20);
}
/** The end of the last deal in the recorded match of a rule set, and what the table has of it. */
export function settled(rules) {
  const file = new URL(`../tests/fixtures/${rules}.jsonl.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').map(JSON.parse);
  const { view, deal } = lines.findLast((line) => line.view.end !== null);
  const entries = lines
    .filter((line) => line.deal === deal)
    .flatMap((line) => line.events)
    .filter((event) => event.type === 'posted')
    .map((event) => event.entry);
  const deltas = view.players.map((player) => player.points);
  const result = { index: deal, dealer: view.dealer, end: view.end, deltas, wins: [] };
  return { view, at: { deal, entries, totals: deltas, results: [result] } };
}
const KINDS = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };

/** A page with the built client whose server is this test. */
export async function table(
  browser,
  rules,
  {
    width,
    height,
    lang,
    theme = 'dark',
    touch = false,
    script = null,
    motion = 'reduced',
    latency = 0,
  },
) {
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: touch,
    serviceWorkers: 'block',
  });
  await context.addInitScript(
    ([language, look, moves]) => {
      localStorage.setItem(
        'sifang.settings',
        JSON.stringify({ lang: language, theme: look, motion: moves, sound: false }),
      );
      localStorage.setItem('sifang.token', 'test');
    },
    [lang, theme, motion],
  );
  if (script !== null) await context.addInitScript(script);
  const page = await context.newPage();
  const problems = watched(page);
  const schema = unpack(`${rules}.schema.json.gz`);
  const words = { zh: schema['x-zh'].title, en: schema['x-en'].title };
  const detail = {
    id: rules,
    name: words,
    pitch: words,
    seats: [4],
    tiles: 108,
    version: 1,
    options: schema,
    fans: [],
    terms: [],
  };
  const api = { '/api/me': { player: ME, rooms: [] }, [`/api/rules/${rules}`]: detail };
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname in api) return route.fulfill({ json: api[pathname] });
    const file =
      pathname.startsWith('/assets/') || pathname === '/icon.svg'
        ? pathname.slice(1)
        : 'index.html';
    return route.fulfill({
      body: readFileSync(new URL(file, dist)),
      contentType: KINDS[file.split('.').at(-1)],
      headers: { 'content-security-policy': "default-src 'self'; connect-src 'self' ws:" },
    });
  });
  const received = [];
  const hints = new Map();
  /** Kinds of messages that are refused. */
  const refused = new Set();
  let muted = false;
  let wire;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    wire = socket;
    socket.onMessage(async (text) => {
      const message = JSON.parse(text);
      received.push(message);
      if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
      if (muted) return;
      if (message.type === 'hello')
        socket.send(
          JSON.stringify({
            type: 'welcome',
            protocol: 'sifang/1',
            player: ME,
            rooms: [],
            now: Date.now(),
          }),
        );
      else if (refused.has(message.type))
        socket.send(
          JSON.stringify({
            type: 'error',
            id: message.id,
            code: 'test/refused',
            zh: '不行',
            en: 'No',
          }),
        );
      else socket.send(JSON.stringify({ type: 'ack', id: message.id }));
      if (message.type === 'hint')
        socket.send(
          JSON.stringify({
            type: 'hint',
            decision: message.decision,
            hint: hints.get(message.decision),
          }),
        );
    });
  });
  let seq = 0;
  /**
   * Shows a position; `different` is what the room has that is unusual, `at` what the table has.
   * Then it waits until buttons can be pressed, or for the time it is given.
   */
  const show = async (view, different = {}, at = {}, wait = 360) => {
    const bot = { occupant: { type: 'bot', level: 'greedy' }, ready: true, auto: false };
    const seats = view.players.map((_, seat) =>
      seat === view.seat
        ? {
            occupant: { type: 'human', ...ME, online: true, left: false },
            ready: true,
            auto: false,
          }
        : bot,
    );
    const setup = {
      rules,
      options: {},
      seats: seats.length,
      clock: { move_ms: 15000, bank_ms: 0 },
      bots: 'greedy',
      hints: true,
      listed: false,
      spectators: false,
      uniform_pause: true,
      window_hold: false,
    };
    const room = {
      code: '408216',
      link: '0'.repeat(32),
      phase: 'playing',
      host: ME.id,
      setup,
      seats,
      spectators: [],
      knocks: [],
      match: null,
      next: null,
      dissolve: null,
      hurry: null,
      void: null,
      voided: [],
      ...different,
    };
    const fairness = { commitment: '', terms: '', nonces: [], revealed: [] };
    const base = {
      match_id: 'm',
      deal: 1,
      dealer: view.dealer,
      totals: seats.map(() => 0),
      results: [],
      fairness,
      entries: [],
      clock: null,
      over: null,
      ...at,
    };
    // A position without a question in between, as there is between any two questions.
    for (const seen of [{ ...view, prompt: null }, view]) {
      wire.send(JSON.stringify({ type: 'room', room }));
      wire.send(
        JSON.stringify({
          type: 'snapshot',
          stream: 's',
          seq: (seq += 1),
          table: { ...base, view: seen },
        }),
      );
      await page.waitForTimeout(seen === view ? wait : 20);
    }
    // A page on a busy machine takes longer than usual to accept answers.
    if (wait >= 360)
      await page.waitForFunction(
        () => document.querySelector('.actions[data-armed="false"]') === null,
      );
  };
  /** Sends what happened, without a change of the position. */
  const report = (events) =>
    wire.send(JSON.stringify({ type: 'update', stream: 's', seq: (seq += 1), events, patch: {} }));
  await page.goto(`${ORIGIN}/r/408216`);
  await page.waitForFunction(() => document.querySelector('.table') !== null);
  while (!received.some((message) => message.type === 'enter')) await page.waitForTimeout(20);
  /** Says something else. */
  const say = (message) => wire.send(JSON.stringify(message));
  /** The server says nothing any more. */
  const mute = (now) => void (muted = now);
  return { page, context, problems, received, mute, show, report, hints, refused, say };
}
