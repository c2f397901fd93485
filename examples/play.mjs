// A whole client in one page: joins a room by its link and plays a match to its end. (By its six digits it knocks, and waits.)
//
//   node --experimental-websocket examples/play.mjs http://127.0.0.1:8710 0123456789abcdef0123456789abcdef
//
// (From Node.js 22 on without the flag.) docs/protocol.md explains the messages. It knows no rules: it takes what is offered.
import { createHash, randomBytes } from "node:crypto";

const [server, room] = process.argv.slice(2);
const json = { "content-type": "application/json" };
const guest = await fetch(`${server}/api/players`, { method: "POST", headers: json, body: '{"nickname":"Script"}' });
const { token } = await guest.json();

const socket = new WebSocket(`${server.replace("http", "ws")}/ws`);
let id = 0, me, table, nonce, nonceOf, stepOf, nextAfter, answered;
const say = (message) => socket.send(JSON.stringify({ id: ++id, ...message }));
const grow = (list, { keep, add }) => [...list.slice(0, keep), ...add];

// Merges what changed into the table; fields that are absent have not changed.
function merge(patch) {
  const { view = {}, results, entries, ...rest } = patch;
  const { players = {}, ...fields } = view;
  Object.assign(table, rest);
  if (results) table.results = grow(table.results, results);
  if (entries) table.entries = grow(table.entries, entries);
  Object.assign(table.view, fields);
  for (const [seat, { river, ...changed }] of Object.entries(players)) {
    Object.assign(table.view.players[seat], changed);
    if (river) table.view.players[seat].river = grow(table.view.players[seat].river, river);
  }
}

function play() {
  if (table.over) console.log(`totals ${table.totals.join(" ")}, my seat is ${table.view.seat}`), process.exit(0);
  const prompt = table.view.prompt;
  if (!prompt || prompt.answered || prompt.decision === answered) return;
  answered = prompt.decision;
  const action = prompt.choices.find((choice) => choice === "hu") ?? prompt.choices.at(-1);
  setTimeout(() => say({ type: "act", decision: prompt.decision, action }), 100);
}

// Commits to sixteen random bytes, and sends them when everybody has: nobody can choose after having seen another's.
function takePart({ match_id, step }, seat) {
  if (nonceOf !== match_id) [nonceOf, nonce] = [match_id, randomBytes(16)];
  if (stepOf === (stepOf = match_id + step)) return;
  const hash = createHash("sha256").update("sifang/nonce/1").update(match_id, "hex").update(Buffer.of(seat)).update(nonce);
  say(step === "commit" ? { type: "nonce_commit", commitment: hash.digest("hex") } : { type: "nonce", nonce: nonce.toString("hex") });
}

const handlers = {
  welcome: ({ player }) => ((me = player.id), say({ type: "enter", room })),
  room: ({ room }) => {
    const seat = room.seats.find((seat) => seat.occupant?.id === me);
    if (room.phase === "waiting" && seat && !seat.ready) say({ type: "ready", ready: true });
    if (room.phase === "nonces" && seat) takePart(room.match, room.seats.indexOf(seat));
    if (room.phase === "between" && nextAfter !== table?.deal) say({ type: "next" }), (nextAfter = table.deal);
  },
  snapshot: (message) => ((table = message.table), play()),
  update: ({ patch }) => (merge(patch), play()),
  error: ({ code, en }) => code === "action/stale" || (console.error(`${code}: ${en}`), process.exit(1)),
};
socket.onmessage = ({ data }) => { const message = JSON.parse(data); handlers[message.type]?.(message); };
socket.onopen = () => say({ type: "hello", protocol: "sifang/1", token });
socket.onclose = () => process.exit(1);
