// Live updates, read by fetch so that the key stays in a header; comes back by itself when the line drops.

/** @import {Tick} from '../types.js' */
/** @import {MatchApi} from '../api.js' */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

/** The server says something every 15 s, if only that it is there. */
const LONGEST_SILENCE = 40_000;

/** @typedef {(tick: Tick) => Promise<void>} Told */

/** @param {string} block of an event stream @param {Told} told */
async function tell(block, told) {
  const lines = block.split('\n').filter(line => line.startsWith('data:'));
  if (lines.length) await told(JSON.parse(lines.map(line => line.slice(5).trim()).join('\n')));
}

/** @param {ReadableStream<Uint8Array<ArrayBuffer>>} body @param {Told} told */
async function read(body, told) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let silence = 0;
  const give = () => void reader.cancel().catch(() => {});
  try {
    for (;;) {
      silence = window.setTimeout(give, LONGEST_SILENCE);
      const { done, value } = await reader.read();
      clearTimeout(silence);
      if (done) return;
      rest += decoder.decode(value, { stream: true }).replaceAll('\r\n', '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) await tell(block, told);
    }
  } finally {
    clearTimeout(silence);
    give();
  }
}

/** @param {number} ms @param {AbortSignal} signal */
const rest = (ms, signal) =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms);
    const atOnce = () => {
      clearTimeout(timer);
      resolve(null);
    };
    signal.addEventListener('abort', atOnce, { once: true });
    window.addEventListener('online', atOnce, { once: true });
  });

/**
 * Follows a match until the signal says stop.
 * @param {MatchApi} api
 * @param {AbortSignal} signal
 * @param {{tick: Told, line: (up: boolean) => void}} hooks a tick that cannot be followed counts as a line that dropped
 */
export async function follow(api, signal, hooks) {
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    try {
      const answer = await api.events(signal);
      hooks.line(true);
      wait = FIRST_WAIT;
      if (answer.body) await read(answer.body, hooks.tick);
    } catch {
      // The next try tells whether it was the line or the server.
    }
    if (signal.aborted) return;
    hooks.line(false);
    await rest(wait * (0.8 + Math.random() * 0.4), signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}
