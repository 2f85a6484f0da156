// The faces of counters, drawn in a box of 36 by 36 around the middle.

import { svg } from '../dom.js';
import { ship } from './ships.js';
/** @import * as T from '../types.js' */

const SUBMARINE =
  'M-12 1.5 Q-12 -1 -8 -1 L-3 -1 L-2.4 -5 L2.6 -5 L3.2 -1 L9 -1 Q12.5 -1 13 1.5 Q9 4 0 4 Q-9 4 -12 1.5Z M0 -5V-7.5';
const SHIP = 'M-8 0 L8 0 L6 3.6 L-6 3.6 Z M-5 0 V-3 H-1.5 V0 M1 0 V-4.4 H3.4 V0';

const WARSHIPS = 'M-12 1 L12 1 L9.4 5 L-9.6 5 Z M-8 1 V-1.6 H-4 V1 M-2.4 1 V-4.4 L0 -7 L2.4 -4.4 V1 M4 1 V-1.6 H8 V1';
const PLANE = 'M0 -8 L1.6 -2.4 L11 1 V3.2 L1.6 1.6 L1 6 L4 8 V9 L0 8 L-4 9 V8 L-1 6 L-1.6 1.6 L-11 3.2 V1 L-1.6 -2.4Z';

/** @param {number} count */
function arrows(count) {
  const per = Math.min(count, 5);
  const gap = Math.min(9.5, 27 / per);
  const half = Math.min(4.4, gap / 2);
  const first = (-gap * (per - 1)) / 2;
  const data = Array.from(
    { length: per },
    (_, n) => `M${first + n * gap - half} 5 L${first + n * gap} -6 L${first + n * gap + half} 5 L${first + n * gap} 2Z`,
  );
  return svg('path', { class: 'ink', d: data.join('') });
}

/** @param {T.PieceSymbol} symbol */
function emblem(symbol) {
  if (typeof symbol === 'object') return arrows('pack' in symbol ? symbol.pack : 1);
  if (symbol === 'submarine') return svg('path', { class: 'ink line', d: SUBMARINE });
  if (symbol === 'task-force') return svg('path', { class: 'ink line', d: WARSHIPS });
  if (symbol === 'aircraft') return svg('path', { class: 'ink', d: PLANE });
  if (symbol === 'block') return svg('text', { class: 'unknown', y: 5 }, '?');
  if (symbol === 'convoy') return svg('path', { class: 'ink line', d: SHIP });
  return svg('path', { class: 'ink', d: 'M0 -5 5 0 0 5 -5 0Z' });
}

/** Sides are told apart by the shape of the counter, not only by its colour. @param {T.Side} side */
function body(side) {
  if (side === 'allied') return svg('path', { class: 'body', d: 'M-18 -8 L-13 -14 H13 L18 -8 V8 L13 14 H-13 L-18 8Z' });
  if (side === 'german') return svg('rect', { class: 'body', x: -16.5, y: -15, width: 33, height: 30, rx: 3 });
  return svg('circle', { class: 'body', r: 17 });
}

/** Where it points: a bow at its edge. @param {T.Piece} piece */
function bow(piece) {
  if (piece.facing === null) return null;
  const reach = piece.side === 'allied' ? (piece.facing % 180 === 0 ? 16.5 : 14) : piece.facing % 180 === 0 ? 16 : 16.8;
  const nose = piece.side === 'allied' ? 'M0 -9 L9 0 L0 9Z' : 'M-1 -6 L7.5 0 L-1 6Z';
  return svg('path', { class: 'bow', d: nose, transform: `rotate(${-piece.facing}) translate(${reach} 0)` });
}

/** @type {Record<string, string>} */
const SIGNS = { sighted: '◉', lost: '○', pinned: 'P', moved: '✓', air: '✈', attacks: '⚔', port: '⚓', shadowed: '◎' };

/** A state as a badge: short ones as they are, known words as a sign, others by three letters. @param {string} tag */
export function sign(tag) {
  if (tag.length <= 3) return SIGNS[tag] ?? tag;
  const word = tag.split(' ')[0] ?? tag;
  return SIGNS[word] ?? word.slice(0, 3).toUpperCase();
}

/** @param {string} tag */
const slug = tag => (tag.split(' ')[0] ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '') || 'unknown';

/** States side by side along the upper edge, from the right. @param {string[]} tags */
function badges(tags) {
  let right = 25.5;
  return tags.map(tag => {
    const text = sign(tag);
    const width = text.length > 1 ? 6 + 6.4 * text.length : 13;
    const middle = right - width / 2;
    right -= width + 1;
    return svg(
      'g',
      { class: `badge badge-${slug(tag)}`, transform: `translate(${middle.toFixed(1)} ${-17})` },
      svg('rect', { x: -width / 2, y: -6.5, width, height: 13, rx: 3 }),
      svg('text', { y: 3.6 }, text),
    );
  });
}

/** From how many letters on a name is written smaller, and how high its letters are then. @type {[number, string, number][]} */
const sizes = [
  [10, ' tiny', 6.6],
  [7, ' tight', 9],
  [5, ' close', 10.4],
  [0, '', 12],
];

/** A letter is about so wide for its height; fonts differ. */
const LETTER = 0.62;
const ROOM = 31;

/** A name on a counter: smaller if it is long, squeezed if it still has no room, and cut if nothing helps. @param {string} name @param {number} y @param {string} [kind] */
function label(name, y, kind = '') {
  const text = name.length > 13 ? `${name.slice(0, 12)}…` : name;
  const [, size = '', height = 12] = sizes.find(([letters]) => name.length > letters) ?? [];
  const wide = !kind && text.length * height * LETTER > ROOM;
  const squeezed = wide ? { textLength: ROOM, lengthAdjust: 'spacingAndGlyphs' } : {};
  return svg('text', { class: `label${kind}${size}`, y, ...squeezed }, text);
}

/** @param {T.Piece} piece */
function face(piece) {
  if (piece.symbol === 'block' && !piece.label)
    return [
      svg('text', { class: 'unknown', y: 6 }, '?'),
      piece.values ? svg('text', { class: 'values', x: 10, y: 11 }, piece.values) : null,
    ];
  if (piece.side === 'allied') {
    return [
      label(piece.label, -1.6),
      svg('g', { transform: 'translate(-9.5 7)' }, svg('g', { transform: 'scale(.74)' }, emblem(piece.symbol))),
      svg('text', { class: 'values', x: 7, y: 11 }, piece.values),
    ];
  }
  return [
    svg('g', { class: 'emblem' }, emblem(piece.symbol)),
    label(piece.label, 3.2, ' small'),
    svg('text', { class: 'values big', y: 12.4 }, piece.values),
  ];
}

/** A counter with everything on it. @param {T.Piece} piece */
export function counter(piece) {
  const afloat = ship(piece);
  if (afloat) return afloat;
  const classes = ['counter', `side-${piece.side}`, ...piece.tags.map(tag => `is-${slug(tag)}`)];
  const shown = piece.tags.filter(tag => tag !== '?');
  return svg(
    'g',
    { class: classes.join(' ') },
    bow(piece),
    body(piece.side),
    hatchOf(piece),
    ...face(piece),
    ...badges(shown),
  );
}

/** Pinned counters are hatched, so that paper and grey screens tell it too. @param {T.Piece} piece */
function hatchOf(piece) {
  return piece.tags.includes('pinned')
    ? svg('rect', { x: -16.5, y: -15, width: 33, height: 30, rx: 3, fill: 'url(#pinned)' })
    : null;
}
