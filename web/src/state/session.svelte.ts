// The player's connection to the server: who one is, the room one is in, the match as one sees it.
// Everything the screens show of a live table comes from here; everything they want done goes
// through here.
import { forgetToken, identify, keepToken, storedToken, whenSignedOut, whoAmI } from '../net/api';
import { Socket } from '../net/socket';
import {
  PROTOCOL,
  type ClientMessage,
  type CloseReason,
  type ErrorBody,
  type Hint,
  type Me,
  type Registered,
  type RoomView,
  type ServerMessage,
  type TableView,
} from '../net/wire';
import { pick, t } from '../i18n/index.svelte';
import { play } from '../sound/sound';
import { toast } from '../ui/toasts.svelte';
import { blamed, fresh, restorePart, takePart, trouble, type Part, type Trouble } from './nonces';
import type { Broken } from './promises';
import { reduce, viewHash } from './reduce';
import { windowStorage } from './storage';
import type { SeenEvent } from './view';
import { Watch, type ShownPromise } from './watch.svelte';

const RECENT = 64;
/** Where a window remembers its nonce: through a reload, and not longer than it is open. */
const PART = 'sifang.nonce';

/** Refusals that only mean that the moment has passed: nobody has to read them. */
const QUIET: ReadonlySet<string> = new Set([
  'action/stale',
  'action/answered',
  'action/not_asked',
  'action/deal_over',
  'nonce/closed',
  'nonce/sent',
  'nonce/early',
  'nonce/uncommitted',
  'net/offline',
]);

class Session {
  me = $state.raw<Me | null>(null);
  /** Tries since the connection was lost; 0: it works (or none is wanted). */
  attempt = $state(0);
  greeted = $state(false);
  /** The connection stands, but nothing comes through it. */
  quiet = $state(false);
  room = $state.raw<RoomView | null>(null);
  table = $state.raw<TableView | null>(null);
  happened = $state.raw<{ n: number; events: SeenEvent[] }>({ n: 0, events: [] });
  refusals = $state(0);
  hint = $state.raw<{ decision: number; hint: Hint } | null>(null);
  phrase = $state.raw<{ n: number; seat: number; id: string } | null>(null);
  /** One has knocked and waits to be let in, until this moment of the server's clock. */
  knocking = $state.raw<{ code: string; until: number } | null>(null);
  /** Why one is no longer in the room; or that there is no such room, or no way into it. */
  gone = $state<CloseReason | 'missing' | 'refusal' | null>(null);
  /** The server's words on why there is no way in. */
  refusal = $state.raw<ErrorBody | null>(null);
  /** When the table last changed, by this browser's clock. */
  changed = $state(0);
  /** What is wrong with the randomness of the match. The player has to decide whether to go on. */
  unfair = $state.raw<Trouble | { what: 'blamed' | Broken } | null>(null);
  /** The server's clock minus this browser's. */
  offset = $state(0);

  #socket: Socket | null = null;
  #wanted: string | null = null;
  /**
   * The link of the room one is in: it leads back at once, where six digits would have to knock
   * again.
   */
  #link: string | null = null;
  #stream = '';
  #hinted: number | null = null;
  #seq = 0;
  #part: Part | null = restorePart(windowStorage()?.getItem(PART) ?? null);
  readonly #watch = new Watch();
  /** The match whose trouble has been shown. */
  #warned = '';
  /** The match for which a broken promise has been shown. */
  #broken = '';
  #identifying: Promise<void> | null = null;
  /** The token that the open connection was greeted with. */
  #token = '';

  constructor() {
    whenSignedOut(() => {
      this.me = null;
      toast(t('net.signedOutToast'), 'error', true);
    });
  }

  /**
   * Finds out who one is. Asked twice at once, one answer serves both: a newcomer becomes one
   * guest, not two.
   */
  identify(): Promise<void> {
    this.#identifying ??= identify()
      .then((me) => void (this.me = me))
      .finally(() => (this.#identifying = null));
    return this.#identifying;
  }

  /** This browser is another player from now on. */
  async become({ player, token }: Pick<Registered, 'player' | 'token'>): Promise<void> {
    this.away();
    keepToken(token);
    this.me = { player, rooms: [] };
    this.me = await whoAmI();
  }

  /** This browser is nobody from now on: signed out, or the account is deleted. */
  depart(): void {
    this.away();
    forgetToken(storedToken() ?? '');
    this.me = null;
  }

  readonly seat: number | null = $derived.by(() => {
    const id = this.me?.player.id;
    const at =
      this.room?.seats.findIndex(
        (seat) => seat.occupant?.type === 'human' && seat.occupant.id === id,
      ) ?? -1;
    return at < 0 ? null : at;
  });
  /** The commitment of the match on the table. */
  readonly promise: ShownPromise | null = $derived(
    this.table === null ? null : this.#watch.shown(this.table),
  );
  readonly isHost: boolean = $derived(this.room !== null && this.room.host === this.me?.player.id);
  /** Whether one may let people in: the host, or anybody seated while the host is not there. */
  readonly opensDoor: boolean = $derived.by(() => {
    if (this.room === null || this.isHost) return this.isHost;
    const away = this.room.seats.some(
      ({ occupant }) =>
        occupant?.type === 'human' &&
        occupant.id === this.room?.host &&
        (!occupant.online || occupant.left),
    );
    return away && this.seat !== null;
  });

  /** Comes into a room by code or link, and stays in it through lost connections. */
  enter(name: string): void {
    if (this.#wanted === name && this.gone === null) return;
    this.#forget();
    this.#wanted = name;
    if (this.#socket === null) this.#open();
    else if (this.greeted)
      void this.#socket.send(this.#entering()).then((error) => this.#entered(error));
  }

  /** Leaves the page of the room; the seat stays. */
  away(): void {
    this.#wanted = null;
    this.#socket?.close();
    this.#socket = null;
    this.greeted = false;
    this.quiet = false;
    this.attempt = 0;
    this.#forget();
  }

  /** Opens the seat here again after another window has taken it. */
  takeBack(): void {
    const name = this.#wanted;
    this.away();
    if (name !== null) this.enter(name);
  }

  /** Asks to be let in once more: after a refusal, or under another name. */
  knockAgain(): void {
    if (this.#wanted === null || this.#socket === null || !this.greeted) return this.takeBack();
    this.#forget();
    void this.#socket.send(this.#entering()).then((error) => this.#entered(error));
  }

  /** Sends a message; a refusal is shown, and returned to the caller. */
  async send(message: ClientMessage): Promise<boolean> {
    const error = (await this.#socket?.send(message)) ?? null;
    if (error === null) return true;
    if (message.type === 'act') this.refusals += 1;
    // A thrown tile has left the hand already: why it comes back is said in any case.
    const returns = message.type === 'act' && message.action.startsWith('discard');
    if (!QUIET.has(error.code) || (returns && error.code !== 'net/offline')) {
      play('error');
      toast(pick(error), 'error');
    }
    return false;
  }

  /** A moment of the server's clock by this browser's. */
  local(moment: number): number {
    return moment - this.offset;
  }

  /** Asks for hints, once for a decision: the answer stays the same. */
  askHint(decision: number): void {
    if (this.#hinted === decision) return;
    this.#hinted = decision;
    void this.send({ type: 'hint', decision });
  }

  #forget(): void {
    this.#hinted = null;
    this.room = null;
    this.table = null;
    this.hint = null;
    this.gone = null;
    this.refusal = null;
    this.knocking = null;
    this.#link = null;
    this.unfair = null;
    this.#watch.forget();
    this.#stream = '';
    this.#seq = 0;
  }

  #open(): void {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#socket = new Socket(`${scheme}//${location.host}/ws`, {
      greet: () => {
        this.#token = storedToken() ?? '';
        return { type: 'hello', protocol: PROTOCOL, token: this.#token };
      },
      message: (message) => this.#receive(message),
      lost: (attempt) => {
        this.greeted = false;
        this.attempt = attempt;
      },
      quiet: (quiet) => (this.quiet = quiet),
    });
  }

  #entering(): ClientMessage {
    const since = this.#stream === '' ? {} : { since: { stream: this.#stream, seq: this.#seq } };
    return { type: 'enter', room: this.#link ?? this.#wanted ?? '', ...since };
  }

  #entered(error: ErrorBody | null): void {
    if (error === null || error.code === 'net/offline') return;
    this.knocking = null;
    this.refusal = error;
    this.gone = error.code === 'room/not_found' ? 'missing' : 'refusal';
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.offset = message.now - Date.now();
        this.greeted = true;
        this.attempt = 0;
        void this.#socket
          ?.ready(this.#wanted === null ? null : this.#entering())
          .then((error) => this.#entered(error));
        return;
      case 'pong':
        this.offset = message.now - Date.now();
        return;
      case 'knocking':
        this.knocking = { code: message.room, until: message.until };
        return;
      case 'room':
        this.knocking = null;
        this.room = message.room;
        this.#link = message.room.link;
        this.#takePart(message.room);
        return;
      case 'snapshot':
        this.#stream = message.stream;
        this.#seq = message.seq;
        this.table = message.table;
        this.changed = Date.now();
        this.#warn(this.table.match_id, this.#watch.look(this.table));
        return;
      case 'update':
        this.#update(message);
        return;
      case 'hint':
        this.hint = { decision: message.decision, hint: message.hint };
        return;
      case 'phrase':
        this.phrase = { n: (this.phrase?.n ?? 0) + 1, seat: message.seat, id: message.phrase };
        return;
      case 'closed':
        // After these two the server wants us back: the socket comes back by itself.
        this.knocking = null;
        if (message.reason !== 'too_slow' && message.reason !== 'shutdown')
          this.gone = message.reason;
        if (message.reason === 'replaced' || message.reason === 'signed_out') {
          this.#socket?.close();
          this.#socket = null;
        }
        if (message.reason === 'signed_out') {
          forgetToken(this.#token);
          this.me = null;
        }
        return;
      case 'ack':
      case 'error':
        return;
    }
  }

  #update(message: Extract<ServerMessage, { type: 'update' }>): void {
    if (this.table === null || message.seq <= this.#seq) return;
    const table = message.seq === this.#seq + 1 ? reduce(this.table, message.patch) : null;
    if (table === null || (message.hash !== undefined && message.hash !== viewHash(table.view))) {
      // A gap, or a state that is not the server's: begin anew from a snapshot.
      console.warn(`out of step at update ${message.seq}`);
      this.#seq = message.seq;
      void this.#socket?.send({ type: 'sync' });
      return;
    }
    this.#seq = message.seq;
    const revealed = this.table.fairness.revealed.length;
    this.table = table;
    this.changed = Date.now();
    if (table.fairness.revealed.length !== revealed)
      this.#warn(table.match_id, this.#watch.look(table));
    if (message.events.length > 0) {
      this.happened = {
        n: this.happened.n + message.events.length,
        events: [...this.happened.events, ...message.events].slice(-RECENT),
      };
    }
  }

  /**
   * Gives this player's part of the randomness as soon as it is asked for, and looks for it among
   * what the server shows.
   */
  #takePart(room: RoomView): void {
    const { part, say } = takePart(room, this.seat, this.#part, fresh);
    this.#remember(part);
    this.#see(room);
    if (say !== null) void this.send(say).then((kept) => this.#said(say, kept));
    const wrong =
      trouble(room, this.seat, part) ??
      (blamed(room, this.me?.player.id, part) ? ({ what: 'blamed' } as const) : null);
    if (part === null || this.#warned === part.of) return;
    const late =
      room.phase === 'playing' &&
      room.match?.match_id === part.of &&
      this.seat !== null &&
      (room.match.nonces[this.seat] ?? null) === null;
    if (wrong !== null || late) this.#warned = part.of;
    if (wrong !== null) this.unfair = wrong;
    else if (late) toast(t('nonce.without'), 'error', true);
  }

  /** Shows that something is not as it was promised, once for a match. */
  #warn(match: string, what: Broken | null): void {
    if (what === null || this.#broken === match) return;
    this.#broken = match;
    this.unfair = { what };
  }

  /** What was promised of the match that the room shows. */
  #see(room: RoomView): void {
    const head = room.match;
    if (head === null) return;
    const own = this.#part?.of === head.match_id ? this.#part : null;
    this.#warn(head.match_id, this.#watch.see(head, this.seat, own));
  }

  #said(say: ClientMessage, kept: boolean): void {
    const part = this.#part;
    if (part === null) return;
    if (kept && say.type === 'nonce' && part.nonce === say.nonce) {
      this.#remember({ ...part, kept });
      if (this.room !== null) this.#see(this.room);
      // What could not be said is said again with the next sight of the room.
    } else if (!kept) this.#remember({ ...part, said: null });
  }

  #remember(part: Part | null): void {
    if (part === this.#part) return;
    this.#part = part;
    if (part !== null) windowStorage()?.setItem(PART, JSON.stringify(part));
  }
}

export const session = new Session();
