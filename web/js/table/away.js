// What happened while a player was away, told when somebody comes back. The server remembers it for every seat, whatever
// browser they come back with; this browser does for those who only watch.

import { debounce } from '../dom.js';
import { setTaste, taste } from '../keys.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */

/** @param {State} now */
const mark = ({ summary }) => `seen.${summary.id}.observer`;
/** Milliseconds before the server is told: most moves are followed by others. */
const PAUSE = 900;

/** @param {number} lines */
const things = lines => (lines === 1 ? 'one thing' : `${lines} things`);

/**
 * Marks what is new to whoever sits here, says whose turn it is, and remembers what was seen.
 * @param {Desk} desk
 */
export function comeBack(desk) {
  let wasAsked = false;

  /** @param {State} now */
  const isAsked = now => Boolean(now.table.you && now.table.asked.includes(now.table.you) && !now.table.over);

  /** Moves seen so far by whoever sits here. @type {number | null} */
  let known = desk.state.table.you ? desk.state.summary.seen : taste(mark(desk.state), null);
  let you = desk.state.table.you;

  function greet() {
    const now = desk.state;
    const seen = known;
    const since = typeof seen === 'number' && seen < now.table.moves ? seen : null;
    const fresh = since === null ? 0 : now.log.filter(line => line.after > since && !line.heading).length;
    desk.set({ since: fresh > 0 ? since : null });
    if (!isAsked(now)) return;
    if (fresh > 0) desk.tell(`Your turn. ${things(fresh)[0]?.toUpperCase()}${things(fresh).slice(1)} happened since you last looked; see the log.`);
    else if (seen !== null && now.table.moves > 0) desk.tell('Your turn.');
  }

  /** What is on a screen that somebody looks at has been seen. */
  function note() {
    const { table } = desk.state;
    if (document.visibilityState !== 'visible') return;
    // Whoever changes seats has another memory.
    if (table.you !== you) [you, known] = [table.you, desk.state.summary.seen];
    if (known === table.moves) return;
    known = table.moves;
    if (you) tell();
    else setTaste(mark(desk.state), known);
  }
  /** What the server was told last. @type {number | null} */
  let told = known;
  function tellNow() {
    tell.stop();
    if (!you || known === null || known === told) return;
    told = known;
    desk.api.seen(Math.min(known, desk.state.table.moves)).catch(() => {});
  }
  const tell = debounce(PAUSE, tellNow);

  greet();
  note();
  tellNow();
  // Whoever leaves has seen what was there.
  desk.stop.signal.addEventListener('abort', tellNow);
  window.addEventListener('pagehide', tellNow, { signal: desk.stop.signal });
  wasAsked = isAsked(desk.state);
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'visible') return;
      greet();
      note();
    },
    { signal: desk.stop.signal },
  );
  let moves = desk.state.table.moves;
  desk.store.watch(now => {
    const asked = isAsked(now);
    const title = document.title.replace(/^● Your turn – /, '');
    document.title = asked && document.visibilityState !== 'visible' ? `● Your turn – ${title}` : title;
    // What the other side does may hand over the turn without a move that is told.
    if (now.table.moves === moves && asked === wasAsked) return;
    moves = now.table.moves;
    const turn = asked && !wasAsked && document.visibilityState === 'visible';
    wasAsked = asked;
    if (turn) desk.tell('Your turn.');
    note();
  });
}
