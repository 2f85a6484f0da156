// What never moves: sea, land, graticule, grid and named places.

import { svg } from '../dom.js';
import { boxOf } from './geometry.js';
/** @import * as T from '../types.js' */
/** @import {Plane} from './geometry.js' */

const GRATICULE = 5;

/** @param {Plane} plane */
function graticule({ world }) {
  const [reach, left, top] = [
    40,
    Math.floor(world.left / GRATICULE) * GRATICULE,
    Math.floor(world.top / GRATICULE) * GRATICULE,
  ];
  let data = '';
  for (let x = left - reach; x < world.right + reach; x += GRATICULE)
    data += `M${x} ${world.top - reach}V${world.bottom + reach}`;
  for (let y = top - reach; y < world.bottom + reach; y += GRATICULE)
    data += `M${world.left - reach} ${y}H${world.right + reach}`;
  return svg('path', { class: 'graticule', d: data });
}

/** Land as one path; a line that does not close is drawn as it is. @param {T.Outline[]} outlines */
function land(outlines) {
  const data = outlines
    .filter(outline => outline.points.length > 2)
    .map(outline => `M${outline.points.map(([x, y]) => `${x.toFixed(2)} ${(-y).toFixed(2)}`).join('L')}Z`)
    .join('');
  // Lines along the coast, as on a chart, are the same path with wider strokes below.
  const waters = [3, 2, 1].map(n => svg('path', { class: `water water-${n}`, d: data }));
  return svg('g', { class: 'coast' }, ...waters, svg('path', { class: 'land', d: data }));
}

/** Far beyond anything that a window shows. */
const FAR = 1000;

/** The table around a chart that ends, and the line along its edge. @param {T.Board['sheet']} sheet */
function edge(sheet) {
  if (!sheet) return null;
  const [[left, right], [bottom, top]] = [sheet.x, sheet.y];
  const frame = `M${left} ${-top}H${right}V${-bottom}H${left}Z`;
  const table = `M${-FAR} ${-FAR}H${FAR}V${FAR}H${-FAR}Z${frame}`;
  return svg(
    'g',
    { class: 'edge' },
    svg('path', { class: 'tabletop', d: table, 'fill-rule': 'evenodd' }),
    svg('path', { class: 'neatline', d: frame }),
  );
}

/** @param {Plane} plane */
function rose({ box }) {
  const rays = [0, 45, 90, 135, 180, 225, 270, 315].map(angle =>
    svg('path', {
      class: angle % 90 ? 'ray half' : 'ray',
      d: angle % 90 ? 'M0 0 .1 -.3 0 -.75Z' : 'M0 0 .14 -.34 0 -1.3Z',
      transform: `rotate(${angle})`,
    }),
  );
  const spokes = svg('path', { class: 'spokes', d: 'M0 -1.3V1.3M-1.3 0H1.3' });
  const letter = svg('text', { y: -1.45 }, 'N');
  const place = `translate(${box.left + 1.7} ${box.bottom + 1.4})`;
  return svg(
    'g',
    { class: 'rose', transform: place },
    svg('circle', { r: 0.95 }),
    svg('circle', { r: 0.85 }),
    spokes,
    ...rays,
    letter,
  );
}

/** Names of lands and seas; those of a place that has a mark of its own say nothing new. @param {T.Board} board */
function names({ labels, places: marked }) {
  const told = new Set(marked.map(place => place.label));
  return svg(
    'g',
    { class: 'names' },
    ...labels.filter(label => !told.has(label.text)).map(({ text, x, y }) => svg('text', { x, y: -y }, text)),
  );
}

/** Boxes with their names. @param {Plane} plane */
const boxSpaces = plane =>
  [...plane.spots.values()]
    .filter(spot => spot.form === 'box')
    .map(({ x, y, w, h, id, label, playing }) =>
      svg(
        'g',
        { class: playing ? 'box-space' : 'box-space idle' },
        svg('rect', { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 0.16 }),
        ...boxName(label || id, plane, { x, y, w, h }),
      ),
    );

/** Letters of a name that fit into a unit of a box. */
const LETTERS = 5.4;

/** A name at the head of its box; on a map of boxes low ones have it in the middle, in two lines if it is long. @param {string} name @param {Plane} plane @param {{x: number, y: number, w: number, h: number}} box */
function boxName(name, plane, { x, y, w, h }) {
  const top = y - h / 2 + 0.36;
  if (!plane.boxes) return [svg('text', { x, y: top }, name)];
  const low = h < 1.2;
  const words = name.split(' ');
  const lines = low && name.length > w * LETTERS && words.length > 1 ? inTwo(words) : [name];
  const first = low ? y + 0.1 - (lines.length - 1) * 0.16 : top;
  const size = low ? 'box-name low' : name.length > w * LETTERS * 0.95 ? 'box-name tight' : 'box-name';
  return lines.map((line, n) => svg('text', { class: size, x, y: first + n * 0.32 }, line));
}

/** Words in two lines of much the same length. @param {string[]} words */
function inTwo(words) {
  const cut = (/** @type {number} */ n) => [words.slice(0, n).join(' '), words.slice(n).join(' ')];
  const longest = (/** @type {string[]} */ lines) => Math.max(...lines.map(line => line.length));
  return words
    .slice(1)
    .map((_, n) => cut(n + 1))
    .reduce((best, lines) => (longest(lines) < longest(best) ? lines : best));
}

/** A board of dots and boxes. @param {T.Board} board @param {Plane} plane */
function grid(board, plane) {
  const dots = plane.playing.filter(spot => spot.form === 'dot');
  const field = boxOf(dots, 0.5);
  return svg(
    'g',
    { class: board.outlines.length > 0 ? 'chart' : 'chart plain-chart', 'aria-hidden': 'true' },
    board.outlines.length > 0 ? land(board.outlines) : null,
    edge(board.sheet),
    dots.length > 0 &&
      svg('rect', {
        class: 'field',
        x: field.left,
        y: field.top,
        width: field.right - field.left,
        height: field.bottom - field.top,
        rx: 0.2,
      }),
    ...dots.map(({ x, y }) => svg('circle', { class: 'dot', cx: x, cy: y, r: 0.045 })),
    ...boxSpaces(plane),
    names(board),
  );
}

/** The chart below everything. @param {T.Board} board @param {Plane} plane */
export function chart(board, plane) {
  if (!plane.hex) return grid(board, plane);
  const ids = plane.playing.filter(spot => spot.form === 'hex').map(spot => spot.id);
  const cells = plane.shapes(ids);
  return svg(
    'g',
    { class: 'chart', 'aria-hidden': 'true' },
    svg('path', { class: 'playing', d: cells }),
    graticule(plane),
    land(board.outlines),
    names(board),
    board.outlines.length > 0 ? rose(plane) : null,
    svg('path', { class: 'grid', d: cells }),
    svg('path', { class: 'frame', d: plane.border(ids) }),
    ...boxSpaces(plane),
  );
}

/** Marks of named places, drawn at one size whatever the zoom. @param {T.Board} board @param {Plane} plane */
export function places(board, plane) {
  // Of neighbours in a row every other name stands above its mark, so that both can be read.
  /** @type {{x: number, y: number, above: boolean}[]} */
  const named = [];
  const inOrder = [...board.places].sort((a, b) => {
    const [one, other] = [plane.spots.get(a.space), plane.spots.get(b.space)];
    return (one?.y ?? 0) - (other?.y ?? 0) || (one?.x ?? 0) - (other?.x ?? 0);
  });
  const marks = inOrder.map(place => {
    const spot = plane.spots.get(place.space);
    if (!spot) return null;
    const left = named.at(-1);
    const near = left && Math.abs(left.y - spot.y) < 0.1 && spot.x - left.x < 1.2;
    const above = Boolean(near && !left.above);
    named.push({ x: spot.x, y: spot.y, above });
    const word = /\w/.test(place.letter);
    // Names near the edge grow towards the middle.
    const along = (spot.x - plane.box.left) / (plane.box.right - plane.box.left);
    const anchor = along < 0.1 ? 'start' : along > 0.9 ? 'end' : 'middle';
    const aside = along < 0.1 ? -9 : along > 0.9 ? 9 : 0;
    const mark = word ? svg('circle', { r: 9 }) : svg('path', { d: 'M-9 0 0 -9 9 0 0 9Z' });
    return svg(
      'g',
      { class: word ? 'place' : 'place gate', transform: `translate(${spot.x} ${spot.y})` },
      svg(
        'g',
        { class: 'fixed' },
        mark,
        svg('text', { class: 'letter', y: 4 }, place.letter),
        svg('text', { class: `name ${anchor}`, x: aside, y: above ? -13 : 21 }, place.label),
      ),
    );
  });
  return svg('g', { class: 'places', 'aria-hidden': 'true' }, ...marks);
}

/** A small picture of a board. @param {T.Board} board @param {Plane} plane @param {string} label */
export function picture(board, plane, label) {
  const { left, top, right, bottom } = plane.box;
  const frame = svg('svg', {
    class: `picture map mood-${plane.mood}${plane.boxes ? ' all-boxes' : ''}`,
    viewBox: `${left} ${top} ${right - left} ${bottom - top}`,
    role: 'img',
    'aria-label': label,
    preserveAspectRatio: 'xMidYMid slice',
  });
  frame.append(chart(board, plane));
  return frame;
}
