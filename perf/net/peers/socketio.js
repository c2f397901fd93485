// socket.io: rooms of four, "act" is answered by "ev" to the room; WebSockets only, without compression.
import { createServer } from "node:http";
import { Server } from "socket.io";
const http = createServer();
const io = new Server(http, { perMessageDeflate: false, transports: ["websocket"], serveClient: false });
io.on("connection", (client) => {
  let room;
  client.on("join", (name) => { room = name; client.join(name); client.emit("joined", name); });
  client.on("act", (message) => io.to(room).emit("ev", message));
});
const [host, port] = process.argv[2].split(":");
http.listen(Number(port), host);
