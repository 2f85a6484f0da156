// What is printed on a map of boxes and changes with the game: routes with what they cost, rows of coloured boxes, marks.

import { svg } from '../dom.js';
/** @import * as T from '../types.js' */
/** @import {Plane, Spot} from './geometry.js' */

/** Side of a coloured box, and the step from one to the next, in units of the plane. */
const [SIDE, STEP] = [0.235, 0.275];
/** Height of a mark, and the width of a letter in it. */
const [HIGH, LETTER] = [0.34, 0.17];

/** Where the line from one box to another leaves it. @param {Spot} from @param {Spot} to */
function edge(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const part = Math.min(
    Math.abs(from.w / 2 / (dx || 1e-9)),
    Math.abs(from.h / 2 / (dy || 1e-9)),
    1,
  );
  return { x: from.x + dx * part, y: from.y + dy * part };
}

/** @param {number} n */
const short = n => n.toFixed(2);

/** A line from box to box, with its cost in the middle. @param {T.Way} way @param {Plane} plane */
function road(way, plane) {
  const [from, to] = [plane.spots.get(way.from), plane.spots.get(way.to)];
  if (!from || !to) return null;
  const [start, end] = [edge(from, to), edge(to, from)];
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  return svg(
    'g',
    { class: `road road-${way.kind}`, 'data-way': way.id },
    svg('path', { d: `M${short(start.x)} ${short(start.y)}L${short(end.x)} ${short(end.y)}` }),
    way.label &&
      svg(
        'g',
        { transform: `translate(${short(middle.x)} ${short(middle.y)})` },
        svg('circle', { r: 0.2 }),
        svg('text', { y: 0.1 }, way.label),
      ),
  );
}

/** @param {T.Way[]} ways @param {Plane} plane */
export const roads = (ways, plane) =>
  svg(
    'g',
    { class: 'roads' },
    ...ways.filter(way => way.kind === 'route' || way.kind === 'entry').map(way => road(way, plane)),
  );

/** A coloured box; a dot in it says what colour cannot. @param {T.Square} square @param {number} x @param {number} y */
const cell = ({ ink, dot }, x, y) =>
  svg(
    'g',
    { class: `square ink-${ink}`, transform: `translate(${short(x)} ${short(y)})` },
    svg('rect', { width: SIDE, height: SIDE, rx: 0.03 }),
    dot && svg('circle', { class: 'dot-mark', cx: SIDE / 2, cy: SIDE / 2, r: 0.072 }),
  );

/** Marks side by side, in rows if there are many. @param {T.Tag[]} notes @param {number} x @param {number} y @param {number} room */
function marks(notes, x, y, room) {
  let [at, row] = [0, 0];
  return notes.map(note => {
    const width = Math.max(HIGH, 0.12 + LETTER * [...note.text].length);
    if (at > 0 && at + width > room) [at, row] = [0, row + 1];
    const mark = svg(
      'g',
      { class: `mark tone-${note.tone}`, transform: `translate(${short(x + at)} ${short(y + row * (HIGH + 0.06))})` },
      svg('rect', { width, height: HIGH, rx: 0.08 }),
      svg('text', { x: width / 2, y: 0.255 }, note.text),
    );
    at += width + 0.06;
    return mark;
  });
}

/** What stands in a box: its row of boxes below the name, its marks below that; in a low one at its lower edge. @param {T.Strip} strip @param {Plane} plane */
function plate(strip, plane) {
  const spot = plane.spots.get(strip.space);
  if (!spot) return null;
  const [left, top] = [spot.x - spot.w / 2, spot.y - spot.h / 2];
  const first = spot.x - (STEP * strip.squares.length - (STEP - SIDE)) / 2;
  const low = spot.h < 1.2;
  return svg(
    'g',
    { class: 'plate', 'data-plate': strip.space },
    ...strip.squares.map((square, n) => cell(square, first + n * STEP, top + 0.5)),
    ...marks(strip.notes, left + 0.12, low ? top + spot.h - HIGH / 2 : top + 0.84, low ? spot.w : spot.w * 0.62),
  );
}

/** @param {T.Strip[]} strips @param {Plane} plane */
export const plates = (strips, plane) => svg('g', { class: 'plates' }, ...strips.map(strip => plate(strip, plane)));
