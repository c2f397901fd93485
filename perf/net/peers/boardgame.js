// boardgame.io with its matches in memory: any of four players may "discard".
import { createRequire } from "node:module";
const { Server, Origins } = createRequire(import.meta.url)("boardgame.io/server");
const discard = ({ G }, tile) => { G.count += 1; G.last = tile; };
const playing = { 0: "play", 1: "play", 2: "play", 3: "play" };
const game = {
  name: "mj", minPlayers: 4, maxPlayers: 4, disableUndo: true,
  setup: () => ({ count: 0, last: -1 }),
  moves: { discard },
  turn: { activePlayers: { value: playing }, stages: { play: { moves: { discard } } } },
};
const port = Number(process.argv[2].split(":")[1]);
Server({ games: [game], origins: [Origins.LOCALHOST] }).run({ port, lobbyConfig: { apiPort: port + 1 } });
