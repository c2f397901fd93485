// Matches that are over, and what the server says of them.
/** Asks the server over HTTP. */
export async function ask(server, method, path, body, bearer) {
  const headers = {
    'content-type': 'application/json',
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  };
  const answer = await fetch(server.url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.json();
}

/**
 * A match that the house plays for a guest to its end after the first answer, without a page; or
 * `badly`, with every answer the guest's own: it lets everything pass and throws what lies in the
 * middle.
 */
export async function playMatch(server, player, { rules, options, badly = false }) {
  const made = await ask(server, 'POST', '/api/players', { nickname: '回看的人' });
  const setup = { rules, options, bots: 'greedy', clock: null, uniform_pause: false };
  const { code } = await ask(server, 'POST', '/api/quick', { setup }, made.token);
  const { page, context } = await player();
  await page.goto(server.url);
  const id = await page.evaluate(
    ([bearer, room, badly]) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
        let n = 0;
        const send = (message) => socket.send(JSON.stringify({ id: (n += 1), ...message }));
        let auto = false;
        let answered = null;
        let last = null;
        let id = null;
        // Both steps of the nonces (docs/protocol.md), each once.
        const nonce = '5f'.repeat(16);
        const said = new Set();
        const takePart = async ({ match_id, step }) => {
          if (said.has(step)) return;
          said.add(step);
          if (step === 'reveal') return send({ type: 'nonce', nonce });
          const parts = [
            'sifang/nonce/1',
            ...match_id.match(/../g).map((byte) => String.fromCharCode(parseInt(byte, 16))),
            '\0',
            '\x5f'.repeat(16),
          ];
          const bytes = Uint8Array.from(parts.join(''), (letter) => letter.charCodeAt(0));
          const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
          send({
            type: 'nonce_commit',
            commitment: [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
          });
        };
        socket.onopen = () => {
          send({ type: 'hello', protocol: 'sifang/1', token: bearer });
          send({ type: 'enter', room });
        };
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === 'snapshot') id = message.table.match_id;
          const view = message.table?.view ?? message.patch?.view;
          const prompt = view?.prompt ?? null;
          // One answer of one's own: a match in which nobody gives any is not kept.
          if (badly && prompt?.answered === null && prompt.decision !== answered) {
            answered = prompt.decision;
            const { decision, choices } = prompt;
            const action = choices.includes('pass') ? 'pass' : choices[choices.length >> 1];
            last = { type: 'act', decision, action };
            setTimeout(send, 100, last);
          } else if (prompt !== null && !auto && !badly) {
            send({ type: 'act', decision: prompt.decision, action: prompt.choices[0] });
            send({ type: 'auto', on: true });
            auto = true;
          }
          if (message.type === 'error' && !badly) reject(new Error(data));
          // Whoever answers so quickly is asked to wait now and then.
          if (message.type === 'error' && badly) {
            if (!['rate/exceeded', 'action/stale', 'match/none'].includes(message.code))
              reject(new Error(data));
            if (message.code === 'rate/exceeded') setTimeout(send, 700, last);
          }
          if (badly && message.type === 'room' && message.room.phase === 'between') {
            last = { type: 'next' };
            setTimeout(send, 100, last);
          }
          if (message.type !== 'room') return;
          const { phase, match, next } = message.room;
          // Alone, nobody else goes on to the next deal.
          if (phase === 'between' && next.seats.length === 0) send({ type: 'next' });
          if (phase === 'waiting') reject(new Error('the start is void'));
          if (phase === 'nonces') takePart(match);
          if (phase === 'over') resolve(id ?? message.room.match.match_id);
        };
        socket.onclose = () => reject(new Error('closed'));
      }),
    [made.token, code, badly],
  );
  await context.close();
  return { token: made.token, match: id };
}
