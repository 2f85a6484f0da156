// A curtain between the sides of one screen: who holds several seats of a game with secrets sees none of them until the
// one whose turn it is has taken the chair.

import { games, MatchApi } from '../api.js';
import { h } from '../dom.js';
import { heldFor, hold } from '../keys.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */

/** The match whose curtain was lifted just now. @type {string | null} */
let lifted = null;

/** Whether another seat of this browser is to choose, and this one is not. @param {Desk} desk @param {State} now */
export function mustFall({ game, keys }, { table }) {
  if (game.together || table.over || !table.you || table.asked.includes(table.you)) return false;
  return table.asked.some(seat => keys[seat]);
}

/**
 * The curtain of a match, if there is one: with nothing on it that either side may not know.
 * @param {string} id @param {(path: string) => void} go
 */
export async function curtainPage(id, go) {
  const mine = heldFor(id);
  const keys = mine?.keys ?? {};
  if (lifted === id || !mine || Object.keys(keys).length < 2) {
    lifted = null;
    return null;
  }
  const [summary, known] = await Promise.all([new MatchApi(id, mine.key).summary(), games()]);
  if (summary.over || known.find(game => game.id === summary.game)?.together) return null;
  const held = summary.seats.filter(seat => keys[seat.id]);
  const asked = held.filter(seat => seat.asked);
  const next =
    asked.find(seat => keys[seat.id] === mine.key) ?? asked[0] ?? held.find(seat => keys[seat.id] === mine.key);
  if (!next) return null;
  document.title = `${summary.title} – Derby House`;
  const lift = () => {
    hold({ ...mine, key: keys[next.id] ?? mine.key });
    lifted = id;
    go(`/match/${id}`);
  };
  const button = h('button', { type: 'button', class: 'primary large', 'data-do': 'lift', onclick: lift }, 'Lift the curtain');
  const el = h(
    'main',
    { class: 'curtain', 'aria-label': 'Curtain' },
    h('p', { class: 'fine' }, summary.title),
    h('h1', {}, 'Hand over to ', h('b', {}, next.name ? `${next.name}, ${next.label}` : next.label)),
    h('p', {}, 'Whoever sits there lifts the curtain; the other looks away.'),
    button,
    h('p', {}, h('a', { href: '/', 'data-link': '' }, 'To the games')),
  );
  requestAnimationFrame(() => button.focus());
  return { el, leave: () => {} };
}
