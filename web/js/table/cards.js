// Cards that were pulled: the whole card with the part in use marked, or a little one for the log.

import { h } from '../dom.js';
import { dialog } from '../ui.js';
/** @import * as T from '../types.js' */

/** Rows shown on a card: the one in use, and others while there is room. */
const ROOM = 5;

/** @param {T.CardRow} row */
function line(row) {
  const used = row.cells.some(cell => cell.used);
  return h(
    'div',
    { class: used ? 'used-row' : '' },
    h('dt', {}, row.label),
    ...row.cells.map(cell =>
      h('dd', { class: cell.used ? 'used' : '' }, cell.head && h('small', {}, cell.head), cell.text),
    ),
  );
}

/** Of a long card, what is in use comes into sight. @param {T.CardRow[]} rows */
function inSight(rows) {
  if (rows.length <= ROOM) return rows;
  const used = rows.findIndex(row => row.cells.some(cell => cell.used));
  const from = Math.max(0, Math.min(used - 2, rows.length - ROOM));
  return rows.slice(from, from + ROOM);
}

/** @param {T.Card} card @param {boolean} [whole] */
export function cardFace(card, whole = false) {
  const rows = whole ? card.rows : inSight(card.rows);
  const who = [card.whose, card.why].filter(Boolean).join(': ');
  return h(
    'article',
    { class: whole ? 'playing-card whole' : 'playing-card', 'aria-label': `${card.deck} card, ${who}: ${card.reads}` },
    h('h4', {}, card.deck, h('small', {}, card.id)),
    h('dl', {}, ...rows.map(line)),
    h('p', { class: 'foot' }, who, card.shuffle ? ' · shuffle' : ''),
  );
}

/** A card in a line of the log; it opens. @param {T.Card} card */
export function cardChip(card) {
  return h(
    'button',
    {
      type: 'button',
      class: 'card-chip',
      'aria-label': `Show the ${card.deck} card ${card.id}`,
      onclick: () => dialog(`${card.deck} card`, [cardFace(card, true)], 'small'),
    },
    card.deck,
  );
}
