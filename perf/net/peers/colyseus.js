// Colyseus: rooms of four, a message "act" is broadcast as "ev" (its fastest way: no state, no patches, no pings).
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
class Table extends Room {
  maxClients = 4;
  patchRate = 0x7fffffff;
  onCreate() { this.onMessage("act", (_client, message) => this.broadcast("ev", message)); }
}
const server = new Server({ greet: false, transport: new WebSocketTransport({ pingInterval: 0 }) });
server.define("mj", Table);
const [host, port] = process.argv[2].split(":");
await server.listen(Number(port), host);
