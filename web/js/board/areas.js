// Spaces that are marked: weather, zones, chances. Pattern, border and figures say what colour says.

import { svg } from '../dom.js';
/** @import * as T from '../types.js' */
/** @import {Plane} from './geometry.js' */

/**
 * @typedef {object} Look
 * @property {string} [pattern] id of a pattern
 * @property {boolean} [heat] deeper where the figure is higher
 * @property {boolean} [ring] a ring in each space
 * @property {boolean} [flat] each space filled by itself, a little smaller than it is
 * @property {boolean} [wash] a colour without a pattern
 * @property {'solid' | 'dashed'} [border]
 */

/** @type {Record<string, Look>} */
const LOOKS = {
  storm: { pattern: 'hatch', border: 'solid' },
  'storm-track': { pattern: 'hatch-thin', border: 'dashed' },
  fog: { pattern: 'dots', border: 'dashed' },
  sighting: { ring: true },
  'sighting-zone': { pattern: 'crosses', border: 'dashed' },
  search: { pattern: 'grain', border: 'solid' },
  track: { heat: true },
  air: { heat: true, border: 'dashed' },
  risk: { heat: true },
  'shade-1': { flat: true },
  'shade-2': { flat: true },
  'shade-3': { flat: true },
  'shade-4': { flat: true },
  searched: { wash: true, border: 'solid' },
  spot: { border: 'dashed' },
  identify: { border: 'solid' },
  'arc-free': { wash: true, border: 'solid' },
  'arc-wide': { wash: true, border: 'dashed' },
  'ice-clear': { pattern: 'floes-few', border: 'dashed' },
  'ice-light-drift': { pattern: 'floes-few', border: 'dashed' },
  'ice-heavy-drift': { pattern: 'floes', border: 'dashed' },
  'ice-thin-pack': { pattern: 'floes-many', border: 'solid' },
  'ice-solid-pack': { wash: true, border: 'solid' },
  channel: { border: 'dashed' },
  station: { border: 'dashed' },
  'watched-allied': { wash: true, border: 'dashed' },
  'watched-axis': { wash: true, border: 'dashed' },
  leads: { pattern: 'hatch-thin', border: 'dashed' },
  'airbase-allied': {},
  'airbase-axis': {},
  'radius-british': { wash: true, border: 'solid' },
  'radius-soviet': { wash: true, border: 'dashed' },
  'radius-german': { wash: true, border: 'solid' },
  'sector-british': { pattern: 'hatch-thin', border: 'dashed' },
  'sector-soviet': { pattern: 'hatch-back', border: 'dashed' },
  'sector-bergen': { pattern: 'grain', border: 'dashed' },
  'sector-trondheim': { pattern: 'dots', border: 'dashed' },
  'sector-barents': { pattern: 'crosses', border: 'dashed' },
  range: {},
  entry: { wash: true, border: 'solid' },
};
/** @type {Look[]} */
const OTHERS = [
  { pattern: 'hatch-back', border: 'solid' },
  { pattern: 'crosses', border: 'solid' },
  { pattern: 'grain', border: 'dashed' },
];
const STEPS = 5;

/** @param {T.Area} area @returns {Look} */
export function look(area) {
  const known = LOOKS[area.kind];
  if (known) return known;
  if (area.spaces.some(weight => weight.value !== null)) return { heat: true, border: 'solid' };
  const sum = [...area.kind].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return /** @type {Look} */ (OTHERS[sum % OTHERS.length]);
}

/** @param {string} kind */
const slug = kind => kind.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** @param {string | null} value */
const number = value => Number.parseFloat(value ?? '') || 0;

/** Paths of an area whose figures are shown by depth. @param {T.Area} area @param {Plane} plane */
function heat(area, plane) {
  const most = Math.max(1, ...area.spaces.map(weight => number(weight.value)));
  /** @type {string[][]} */
  const steps = Array.from({ length: STEPS }, () => []);
  for (const { space, value } of area.spaces) {
    const step = Math.min(STEPS - 1, Math.floor((number(value) / most) * STEPS));
    steps[step]?.push(space);
  }
  return steps.map(
    (spaces, step) => spaces.length > 0 && svg('path', { class: `heat heat-${step}`, d: plane.shapes(spaces) }),
  );
}

/** @param {T.Area} area @param {Plane} plane */
export function areaShape(area, plane) {
  const spaces = area.spaces.map(weight => weight.space);
  const { pattern, heat: deep, ring, border, flat, wash } = look(area);
  return svg(
    'g',
    { class: `area area-${slug(area.kind)}` },
    flat && svg('path', { class: 'flat', d: plane.shapes(spaces, 0.92) }),
    ...(deep ? heat(area, plane) : []),
    (pattern || wash) && svg('path', { class: 'wash', d: plane.shapes(spaces) }),
    pattern && svg('path', { class: 'pattern', d: plane.shapes(spaces), fill: `url(#${pattern})` }),
    ring && svg('g', { class: 'rings' }, ...spaces.map(space => rings(space, plane))),
    border && svg('path', { class: `border ${border}`, d: plane.border(spaces) }),
  );
}

/** @param {string} space @param {Plane} plane */
function rings(space, plane) {
  const spot = plane.spots.get(space);
  return spot
    ? svg(
        'g',
        {},
        svg('circle', { cx: spot.x, cy: spot.y, r: 0.46 }),
        svg('circle', { cx: spot.x, cy: spot.y, r: 0.36 }),
      )
    : null;
}

/** The figures of areas, space by space; several in one space with the letter of each. @param {T.Area[]} areas @param {Plane} plane */
export function figures(areas, plane) {
  /** @type {Map<string, {letter: string, value: string}[]>} */
  const bySpace = new Map();
  for (const area of areas) {
    for (const { space, value } of area.spaces) {
      if (value === null) continue;
      const here = bySpace.get(space) ?? [];
      if (!here.some(one => one.letter === area.letter && one.value === value))
        here.push({ letter: area.letter, value });
      bySpace.set(space, here);
    }
  }
  return [...bySpace].map(([space, values]) => {
    const spot = plane.spots.get(space);
    if (!spot) return null;
    const mixed = new Set(values.map(one => one.letter)).size > 1;
    const lines = values.slice(0, 3).map(({ letter, value }) => (mixed ? letter.toUpperCase() + value : value));
    const size = lines.length > 1 ? 0.27 : 0.34;
    const top = spot.y + size * (0.36 - (lines.length - 1) / 2);
    const rows = lines.map((line, n) => svg('tspan', { x: spot.x, y: (top + n * size).toFixed(3) }, line));
    return svg('text', { class: lines.length > 1 ? 'figure small' : 'figure' }, ...rows);
  });
}

/** A little of each pattern, for legends. @param {T.Area} area */
export function swatch(area) {
  const { pattern, heat: deep, ring, border } = look(area);
  const hexagon = 'M9 1 16 5V13L9 17 2 13V5Z';
  return svg(
    'svg',
    { class: `swatch area area-${slug(area.kind)}`, viewBox: '0 0 18 18', 'aria-hidden': 'true' },
    svg('path', { class: deep ? 'heat heat-3' : 'wash', d: hexagon }),
    pattern && svg('path', { class: 'pattern', d: hexagon, fill: `url(#${pattern}-s)` }),
    ring &&
      svg('g', { class: 'rings' }, svg('circle', { cx: 9, cy: 9, r: 6 }), svg('circle', { cx: 9, cy: 9, r: 3.6 })),
    svg('path', { class: `border ${border ?? 'solid'}`, d: hexagon }),
  );
}
