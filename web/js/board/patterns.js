// The patterns that areas are filled with: in units of the map, and again in pixels for legends.

import { svg } from '../dom.js';

/** @typedef {{id: string, size: number, turn?: number, mark: () => SVGElement}} Sketch */

/** @type {Sketch[]} */
const SKETCHES = [
  { id: 'hatch', size: 0.22, turn: 35, mark: () => svg('path', { d: 'M0 0V1', 'stroke-width': 0.3 }) },
  { id: 'hatch-thin', size: 0.26, turn: 35, mark: () => svg('path', { d: 'M0 0V1', 'stroke-width': 0.16 }) },
  { id: 'hatch-back', size: 0.24, turn: -40, mark: () => svg('path', { d: 'M0 0V1', 'stroke-width': 0.22 }) },
  {
    id: 'dots',
    size: 0.25,
    mark: () =>
      svg(
        'g',
        { class: 'solid' },
        svg('circle', { cx: 0.25, cy: 0.25, r: 0.15 }),
        svg('circle', { cx: 0.75, cy: 0.75, r: 0.15 }),
      ),
  },
  { id: 'crosses', size: 0.32, mark: () => svg('path', { d: 'M.25 .5H.75M.5 .25V.75', 'stroke-width': 0.1 }) },
  {
    id: 'grain',
    size: 0.2,
    turn: 20,
    mark: () => svg('g', { class: 'solid' }, svg('circle', { cx: 0.5, cy: 0.5, r: 0.11 })),
  },
];

/** @param {Sketch} sketch @param {string} id @param {number} size */
function pattern({ mark, turn = 0, id: kind }, id, size) {
  const scaled = svg('g', { transform: `scale(${size})`, class: `ink-${kind}` }, mark());
  return svg(
    'pattern',
    { id, width: size, height: size, patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${turn})` },
    scaled,
  );
}

/** Everything that drawings refer to by name. */
export function patterns() {
  const pinned = svg(
    'pattern',
    { id: 'pinned', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    svg('path', { class: 'ink-pinned', d: 'M0 0V6', 'stroke-width': 3 }),
  );
  const both = SKETCHES.flatMap(sketch => [
    pattern(sketch, sketch.id, sketch.size),
    pattern(sketch, `${sketch.id}-s`, sketch.size * 22),
  ]);
  return svg('defs', {}, pinned, ...both);
}
