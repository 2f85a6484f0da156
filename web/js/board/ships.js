// Single ships, seen from above or as tiles, in a box of 36 by 36 around the middle.

import { svg } from '../dom.js';
/** @import * as T from '../types.js' */

/** A hull that points east. */
const HULL = 'M-16 0C-15 -4.6 -8 -6.4 2 -6C9 -5.6 14 -3 17 0C14 3 9 5.6 2 6C-8 6.4 -15 4.6 -16 0Z';
const TOWER = 'M-3.4 0a3.4 2.6 0 1 0 6.8 0a3.4 2.6 0 1 0 -6.8 0Z';
const RADAR = 'M-2 -8.6a4.4 4.4 0 0 1 4.4 -3M-4 -9.6a7 7 0 0 1 7 -4.6';
const TORPEDO = 'M-9 -2.4H5Q10 -2.4 11 0Q10 2.4 5 2.4H-9Z';
const WARSHIP = 'M-13 1H13L10.4 6H-10.6ZM-8 1V-3.4H-3V1ZM-1.6 1V-7H1.4V-3H5.6V1ZM7 1V-1.6H10V1Z';
/** Freighters from small to large. */
const FREIGHTERS = [
  'M-7 0H7L5.4 3.6H-5.6ZM-4.6 0V-2.6H-2V0ZM0 0V-4H2.6V0Z',
  'M-10 0H10L8 4.2H-8.2ZM-7 0V-2.6H-4V0ZM-1 0V-5H2V0ZM5 0V-2H7V0Z',
  'M-12.6 0H12.6L10.2 4.8H-10.6ZM-9 0V-3H-5.6V0ZM-2.6 0V-6.2H1.4V0ZM4.4 0V-3H8V0Z',
];

/** A line below a picture, readable on any ground. @param {string} text @param {number} y @param {string} [kind] */
const caption = (text, y, kind = '') => svg('text', { class: `caption ${kind}`.trim(), y }, text);

/** @param {T.Piece} piece @param {boolean} dived */
function boat(piece, dived) {
  const turn = piece.facing ?? 90;
  return svg(
    'g',
    { class: `afloat boat${dived ? ' dived' : ''} is-${piece.tags.join('-') || 'plain'}` },
    svg(
      'g',
      { transform: `rotate(${-turn})` },
      svg('path', { class: 'hull', d: HULL }),
      svg('path', { class: 'tower', d: TOWER }),
      // Without a facing of its own it only lies there.
      piece.facing !== null && svg('path', { class: 'nose', d: 'M12 -2.6L19 0L12 2.6Z' }),
    ),
    svg('text', { class: 'name', x: 12, y: -8 }, piece.label),
    caption([piece.values, ...piece.tags].join(' '), 23),
  );
}

/** @param {T.Piece} piece */
function escort(piece) {
  return svg(
    'g',
    { class: `afloat escort${piece.tags.includes('radar') ? ' fitted' : ''}` },
    svg('path', { class: 'hull', d: WARSHIP }),
    piece.tags.includes('radar') && svg('path', { class: 'mark', d: RADAR }),
    svg('text', { class: 'name', y: 15 }, piece.label),
    caption([piece.values, ...piece.tags.filter(tag => tag !== 'radar')].filter(Boolean).join(' · '), 23),
  );
}

/** @param {T.Piece} piece @param {number} size */
function merchant(piece, size) {
  const [tons = '', points = ''] = piece.values.split(' ');
  const damaged = piece.tags.includes('damaged');
  return svg(
    'g',
    { class: `afloat tile${damaged ? ' damaged' : ''}` },
    svg('rect', { class: 'body', x: -17, y: -17, width: 34, height: 34, rx: 2.5 }),
    svg('text', { class: piece.label.length > 8 ? 'kind tight' : 'kind', y: -8.4 }, piece.label),
    svg('path', { class: 'hull', d: FREIGHTERS[size - 1] ?? FREIGHTERS[1], transform: 'translate(0 3)' }),
    svg('text', { class: 'tons', x: -15.4, y: 15 }, tons),
    svg('text', { class: 'points', x: 15.4, y: 15 }, points),
    damaged && svg('path', { class: 'smoke', d: 'M-3 -1C-8 -5 2 -8 -3 -14M3 0C-1 -5 8 -7 4 -13' }),
  );
}

const hidden = () =>
  svg(
    'g',
    { class: 'afloat tile face-down' },
    svg('rect', { class: 'body', x: -17, y: -17, width: 34, height: 34, rx: 2.5 }),
    svg('path', { class: 'hull', d: FREIGHTERS[1], transform: 'translate(0 6)' }),
    svg('text', { class: 'kind', y: -6.4 }, '?'),
  );

/** @param {T.Piece} piece */
const wreck = piece =>
  svg(
    'g',
    { class: `afloat wreck is-${piece.label}` },
    svg('circle', { r: 12.5 }),
    svg('path', { d: 'M-7 -7L7 7M7 -7L-7 7' }),
  );

/** @param {T.Piece} piece */
const flare = piece =>
  svg(
    'g',
    { class: `afloat flare is-${piece.label}` },
    svg('circle', { r: 12.5 }),
    svg('text', { class: 'name', y: 4.6 }, piece.values),
    caption(piece.label, 22),
  );

const torpedo = () => svg('g', { class: 'afloat torpedo' }, svg('path', { d: TORPEDO }));

/** The picture of a single ship; nothing for other counters. @param {T.Piece} piece */
export function ship(piece) {
  const { symbol } = piece;
  if (typeof symbol === 'object') return 'merchant' in symbol ? merchant(piece, symbol.merchant) : null;
  switch (symbol) {
    case 'boat':
    case 'dived':
      return boat(piece, symbol === 'dived');
    case 'escort':
      return escort(piece);
    case 'hidden':
      return hidden();
    case 'wreck':
      return wreck(piece);
    case 'flare':
      return flare(piece);
    case 'torpedo':
      return torpedo();
    default:
      return null;
  }
}
