// My matches: those whose keys this browser holds.

import { lookup } from '../api.js';
import { h } from '../dom.js';
import { forget, held } from '../keys.js';
import { ago, confirm } from '../ui.js';
/** @import {Summary} from '../types.js' */

/** @param {Summary} match */
function stand({ clock, over, seats, you }) {
  if (over) return over.level.label;
  const place = clock.turn > 0 ? `turn ${clock.turn} of ${clock.turns}, ${clock.phase}` : clock.phase;
  const asked = seats.filter(seat => seat.asked);
  const turn = asked.some(seat => seat.id === you)
    ? 'your turn'
    : asked.map(seat => `waiting for ${seat.name || seat.label}`).join(', ');
  return [place, you ? turn : 'you watch'].filter(Boolean).join(' · ');
}

/** @param {Summary} match */
function item(match) {
  const drop = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-label': `Forget ${match.title}`,
      title: 'Take it off this list',
      onclick: () => void off(),
    },
    '×',
  );
  const el = h(
    'li',
    { class: match.over ? 'over' : '' },
    h(
      'a',
      { href: `/match/${match.id}`, 'data-link': '', class: 'resume' },
      h('b', {}, match.title),
      h('span', {}, stand(match)),
      h('small', {}, `${match.moves} moves · ${ago(match.updated)}`),
    ),
    drop,
  );
  async function off() {
    if (
      !(await confirm(
        'Forget this match?',
        'The key is taken out of this browser. Without its link there is no way back to it.',
        'Forget',
      ))
    )
      return;
    forget(match.id);
    el.remove();
  }
  return el;
}

export async function matchList() {
  const keys = held()
    .slice(0, 200)
    .map(({ match, key }) => ({ match, key }));
  if (keys.length === 0) return null;
  const found = (await lookup(keys)).filter(match => match !== null).sort((a, b) => b.updated - a.updated);
  if (found.length === 0) return null;
  return h(
    'section',
    { class: 'mine', 'aria-label': 'My matches' },
    h('h2', {}, 'My matches'),
    h('ul', {}, ...found.map(item)),
  );
}
