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
