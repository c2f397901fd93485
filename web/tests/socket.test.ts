import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Socket } from '../src/net/socket';
import type { ServerMessage } from '../src/net/wire';

interface Sent {
  type: string;
  id: number;
  [field: string]: unknown;
}

/** A socket under the test's control. */
class Wire {
  static readonly all: Wire[] = [];
  readyState = 0;
  sent: Sent[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    Wire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const last = (): Wire => Wire.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', { OPEN: 1 });
  Wire.all.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function connect(): {
  socket: Socket;
  lost: number[];
  quiet: boolean[];
  received: ServerMessage[];
} {
  const lost: number[] = [];
  const quiet: boolean[] = [];
  const received: ServerMessage[] = [];
  const socket = new Socket(
    'ws://localhost/',
    {
      greet: () => ({ type: 'hello', protocol: 'p', token: 't' }),
      message: (message) => received.push(message),
      lost: (attempt) => lost.push(attempt),
      quiet: (now) => quiet.push(now),
    },
    () => new Wire() as unknown as WebSocket,
  );
  return { socket, lost, quiet, received };
}

describe('the socket', () => {
  it('greets, numbers its messages and answers by number', async () => {
    const { socket } = connect();
    last().open();
    expect(last().sent).toEqual([{ type: 'hello', protocol: 'p', token: 't', id: 1 }]);
    const entered = socket.ready({ type: 'enter', room: '1' });
    const acted = socket.send({ type: 'act', decision: 3, action: 'pass' });
    expect(
      last()
        .sent.slice(1)
        .map((message) => [message.type, message.id]),
    ).toEqual([
      ['enter', 2],
      ['act', 3],
    ]);
    last().say({ type: 'error', id: 3, code: 'action/stale', zh: '晚了', en: 'late' });
    last().say({ type: 'ack', id: 2 });
    expect(await entered).toBeNull();
    expect((await acted)?.code).toBe('action/stale');
    socket.close();
  });

  it('sends an answer that was under way again after a break, once, after entering', async () => {
    const { socket, lost } = connect();
    last().open();
    void socket.ready(null);
    const acted = socket.send({ type: 'act', decision: 3, action: 'discard 5p' });
    const hint = socket.send({ type: 'hint', decision: 3 });
    last().onclose?.();
    expect(lost).toEqual([1]);
    // What has no meaning later is given up, not repeated.
    expect((await hint)?.code).toBe('net/offline');
    await vi.advanceTimersByTimeAsync(1000);
    expect(Wire.all.length).toBe(2);
    last().open();
    void socket.ready({ type: 'enter', room: '1' });
    expect(last().sent.map((message) => message.type)).toEqual(['hello', 'enter', 'act']);
    last().say({ type: 'ack', id: 3 });
    expect(await acted).toBeNull();
    socket.close();
  });

  it('waits longer after each failure, but never longer than some seconds', async () => {
    const { socket, lost } = connect();
    const pauses: number[] = [];
    for (let i = 0; i < 8; i++) {
      const before = Wire.all.length;
      const at = Date.now();
      last().onerror?.();
      while (Wire.all.length === before) await vi.advanceTimersByTimeAsync(50);
      pauses.push(Date.now() - at);
    }
    expect(lost).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(pauses[0]).toBeLessThan(700);
    expect(pauses[3]).toBeGreaterThan(pauses[0]!);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(10_100);
    socket.close();
  });

  it('reports soon that nothing comes, and notices a connection that has gone silent', async () => {
    const { socket, lost, quiet } = connect();
    last().open();
    last().say({ type: 'pong', now: 0 });
    void socket.ready(null);
    await vi.advanceTimersByTimeAsync(9_500);
    expect([quiet, lost]).toEqual([[true], []]);
    last().say({ type: 'pong', now: 0 });
    expect(quiet).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(9_500);
    expect([quiet, lost]).toEqual([[true, false, true], []]);
    await vi.advanceTimersByTimeAsync(8_000);
    expect([quiet.at(-1), lost.length]).toEqual([false, 1]);
    socket.close();
  });

  it('takes no rest between two pings for a silence', async () => {
    const { socket, lost, quiet } = connect();
    last().open();
    last().say({ type: 'pong', now: 0 });
    void socket.ready(null);
    // A page in the background: its timers run once in a minute.
    vi.setSystemTime(Date.now() + 60_000);
    await vi.advanceTimersByTimeAsync(3_100);
    expect([quiet, lost]).toEqual([[], []]);
    socket.close();
  });

  it('stays closed once it was closed', async () => {
    const { socket } = connect();
    last().open();
    socket.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Wire.all.length).toBe(1);
  });
});
