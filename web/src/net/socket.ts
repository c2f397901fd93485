// One WebSocket that comes back: numbered messages, answers by number, growing pauses between
// attempts, and messages that were under way when the connection was lost are sent again (the
// server takes a repeated answer as the same one).
import type { ClientMessage, ErrorBody, ServerMessage } from './wire';

export interface Handlers {
  /** The connection is open: what must be said first. */
  greet: () => ClientMessage;
  message: (message: ServerMessage) => void;
  /** The connection was lost; `attempt` counts the tries since then. */
  lost: (attempt: number) => void;
  /** Nothing came for a while though an answer was due; or something came again. */
  quiet: (quiet: boolean) => void;
}

/** What a socket looks like to this module; the browser's WebSocket, or a test's. */
export type Opener = (url: string) => WebSocket;

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
const PING_EVERY = 3000;
/** So long without an answer the line may be dead, which the player should know. */
const QUIET = 5000;
const SILENCE = 12000;

/** Messages whose meaning does not change when they arrive after a break. */
const REPEATED: ReadonlySet<ClientMessage['type']> = new Set([
  'act',
  'auto',
  'next',
  'dissolve',
  'nonce_commit',
  'nonce',
  'ready',
]);

interface Waiting {
  message: ClientMessage;
  done: (error: ErrorBody | null) => void;
}

export class Socket {
  #socket: WebSocket | null = null;
  #id = 0;
  #attempt = 0;
  #closed = false;
  #greeted = false;
  /** Since when an answer is due: pages in the background receive little because they ask little. */
  #asked: number | null = null;
  #quiet = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  /** Sent and not answered yet, by number. */
  #waiting = new Map<number, Waiting>();
  /** To be sent again after the next greeting. */
  #again: Waiting[] = [];
  readonly #url: string;
  readonly #handlers: Handlers;
  readonly #open: Opener;

  constructor(url: string, handlers: Handlers, open: Opener = (at) => new WebSocket(at)) {
    this.#url = url;
    this.#handlers = handlers;
    this.#open = open;
    this.#connect();
  }

  /**
   * Sends a message; resolves with nothing, or with why it was refused. A lost connection keeps
   * repeatable messages.
   */
  send(message: ClientMessage): Promise<ErrorBody | null> {
    return new Promise((done) => this.#transmit({ message, done }));
  }

  /**
   * The greeting was answered: `first` goes out, and after it what a lost connection left
   * unanswered.
   */
  ready(first: ClientMessage | null): Promise<ErrorBody | null> {
    this.#greeted = true;
    this.#attempt = 0;
    const answered = first === null ? Promise.resolve(null) : this.send(first);
    this.#again.splice(0).forEach((waiting) => this.#transmit(waiting));
    return answered;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    this.#socket?.close();
    this.#socket = null;
  }

  #transmit(waiting: Waiting): void {
    const socket = this.#socket;
    if (socket === null || socket.readyState !== WebSocket.OPEN || !this.#greeted) {
      if (REPEATED.has(waiting.message.type)) this.#again.push(waiting);
      else waiting.done({ code: 'net/offline', zh: '连接断开了', en: 'Not connected' });
      return;
    }
    this.#waiting.set(this.#write(socket, waiting.message), waiting);
  }

  /** Sends under the next number and returns it. */
  #write(socket: WebSocket, message: ClientMessage): number {
    this.#id += 1;
    socket.send(JSON.stringify({ ...message, id: this.#id }));
    return this.#id;
  }

  #connect(): void {
    if (this.#closed) return;
    const socket = this.#open(this.#url);
    this.#socket = socket;
    this.#id = 0;
    this.#greeted = false;
    this.#asked = Date.now();
    socket.onopen = () => {
      this.#asked = Date.now();
      this.#write(socket, this.#handlers.greet());
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#asked = null;
      this.#hush(false);
      this.#receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => this.#lost(socket);
    socket.onerror = () => this.#lost(socket);
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => {
      const due = this.#asked === null ? 0 : Date.now() - this.#asked;
      if (due > SILENCE) return this.#lost(socket);
      this.#hush(due > QUIET);
      if (!this.#greeted) return;
      this.#write(socket, { type: 'ping' });
      this.#asked ??= Date.now();
    }, PING_EVERY);
  }

  #hush(quiet: boolean): void {
    if (this.#quiet === quiet) return;
    this.#quiet = quiet;
    this.#handlers.quiet(quiet);
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'ack' || (message.type === 'error' && message.id !== null)) {
      const id = message.id as number;
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      waiting?.done(
        message.type === 'error' ? { code: message.code, zh: message.zh, en: message.en } : null,
      );
    }
    this.#handlers.message(message);
  }

  #lost(socket: WebSocket): void {
    if (this.#closed || this.#socket !== socket) return;
    this.#socket = null;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close();
    clearInterval(this.#pulse);
    for (const waiting of this.#waiting.values()) {
      if (REPEATED.has(waiting.message.type)) this.#again.push(waiting);
      else waiting.done({ code: 'net/offline', zh: '连接断开了', en: 'Not connected' });
    }
    this.#waiting.clear();
    this.#attempt += 1;
    this.#hush(false);
    this.#handlers.lost(this.#attempt);
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.#attempt - 1));
    this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }
}
