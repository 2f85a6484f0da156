// Ways over the board, after a match or while it goes on.

import { svg } from '../dom.js';
/** @import * as T from '../types.js' */
/** @import {Plane} from './geometry.js' */

/** @param {T.Track[]} ways @param {Plane} plane */
export function tracks(ways, plane) {
  return ways.map((way, n) => {
    const spots = way.points.map(space => plane.spots.get(space)).filter(spot => spot !== undefined);
    const last = spots.at(-1);
    if (!last) return svg('g');
    // Ways through the same spaces lie beside each other.
    const aside = ((n % 5) - 2) * 0.07;
    const data = spots.map(spot => `${(spot.x + aside).toFixed(2)} ${(spot.y + aside).toFixed(2)}`).join('L');
    return svg(
      'g',
      { class: `track side-${way.side} dash-${n % 4}` },
      svg('title', {}, `${way.label}. ${way.about}`),
      svg('path', { d: `M${data}` }),
      svg('circle', { cx: last.x + aside, cy: last.y + aside, r: 0.12 }),
      svg('text', { x: last.x + aside + 0.2, y: last.y + aside - 0.16 }, way.label),
    );
  });
}

/** A line from space to space: what runs, with turns to go, or where something drifts. @param {T.Way} way @param {Plane} plane */
export function runway(way, plane) {
  const [from, to] = [plane.spots.get(way.from), plane.spots.get(way.to)];
  if (!from || !to) return svg('g');
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  // It ends short of the middle, so that what stands there can be read.
  const short = way.kind === 'torpedo' ? 0.42 : 0.2;
  const end = { x: to.x - dx * short, y: to.y - dy * short };
  const start = way.kind === 'drift' ? { x: from.x + dx * 0.5, y: from.y + dy * 0.5 } : from;
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  return svg(
    'g',
    { class: `runway runway-${way.kind}` },
    svg('title', {}, way.about),
    svg('path', { d: `M${start.x} ${start.y}L${end.x} ${end.y}` }),
    svg('path', {
      class: 'tip',
      d: 'M0 0L-.22 -.12L-.22 .12Z',
      transform: `translate(${end.x} ${end.y}) rotate(${turn.toFixed(1)})`,
    }),
    way.label &&
      svg(
        'g',
        { transform: `translate(${((from.x + 2 * end.x) / 3).toFixed(2)} ${((from.y + 2 * end.y) / 3).toFixed(2)})` },
        svg('circle', { r: 0.24 }),
        svg('text', { y: 0.11 }, way.label),
      ),
  );
}
