// What happened while a player was away: remembered seat by seat, told when somebody comes back.

import { setTaste, taste } from '../keys.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */

/** @param {State} now */
const mark = ({ summary, table }) => `seen.${summary.id}.${table.you ?? 'observer'}`;

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

  function greet() {
    const now = desk.state;
    const seen = taste(mark(now), null);
    const since = typeof seen === 'number' && seen < now.table.moves ? seen : null;
    const fresh = since === null ? 0 : now.log.filter(line => line.after > since && !line.heading).length;
    desk.set({ since: fresh > 0 ? since : null });
    if (!isAsked(now)) return;
    if (fresh > 0) desk.tell(`Your turn. ${things(fresh)[0]?.toUpperCase()}${things(fresh).slice(1)} happened since you last looked; see the log.`);
    else if (seen !== null && now.table.moves > 0) desk.tell('Your turn.');
  }

  /** What is on a screen that somebody looks at has been seen. */
  function note() {
    if (document.visibilityState === 'visible') setTaste(mark(desk.state), desk.state.table.moves);
  }

  greet();
  note();
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
    if (now.table.moves === moves) return;
    moves = now.table.moves;
    if (asked && !wasAsked && document.visibilityState === 'visible') desk.tell('Your turn.');
    wasAsked = asked;
    note();
  });
}
