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
  { id: 'floes-few', size: 0.5, turn: 12, mark: () => floes('M.1 .2L.28 .12L.36 .26L.2 .34ZM.6 .66L.76 .6L.84 .76L.66 .82Z') },
  {
    id: 'floes',
    size: 0.36,
    turn: 12,
    mark: () => floes('M.08 .14L.34 .06L.46 .28L.2 .4ZM.56 .5L.84 .46L.92 .72L.62 .82ZM.1 .66L.28 .6L.3 .8L.14 .84Z'),
  },
  {
    id: 'floes-many',
    size: 0.3,
    turn: 12,
    mark: () =>
      floes(
        'M.04 .08L.4 .04L.46 .36L.08 .44ZM.54 .06L.94 .1L.9 .42L.56 .36ZM.06 .54L.42 .5L.46 .9L.1 .94ZM.54 .48L.92 .54L.94 .92L.58 .9Z',
      ),
  },
];

/** @param {string} d */
function floes(d) {
  return svg('g', { class: 'solid' }, svg('path', { d }));
}

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
