// A way drawn with the pointer: from where something stands, space by space, each step as if it were clicked.

/** @import {Desk} from './desk.js' */
/** @import {Plane} from '../board/geometry.js' */
/** @import * as T from '../types.js' */

/** Answers that are one step of a way. */
const STEP = /^to /;
/** What may come between two steps, where one stands: out of port, the end of a turn. */
const BETWEEN = ['leave', 'stop'];
/** Neighbours are one unit apart, and there are six of them. */
const NEAR = 1.1;
const MOST = 6;

/** @param {T.Offer} offer */
const spaceOf = ({ anchor }) => (typeof anchor === 'object' && 'space' in anchor ? anchor.space : null);

/** @param {Desk} desk @returns {T.Offer[]} */
function offers(desk) {
  const { past, busy, table } = desk.state;
  return past || busy ? [] : (table.scene.prompt?.offers ?? []);
}

/** Whether a way may begin in a space: on a step, or where all steps are near. @param {Desk} desk @param {Plane} plane @param {string | null} space */
export function begins(desk, plane, space) {
  const from = space ? plane.spots.get(space) : undefined;
  const all = offers(desk).filter(offer => STEP.test(offer.choice));
  if (!from || all.length === 0) return offers(desk).some(one => one.choice === 'leave' && spaceOf(one) === space);
  if (all.length > MOST) return false;
  if (all.some(offer => spaceOf(offer) === space)) return true;
  return all.every(offer => {
    const to = plane.spots.get(spaceOf(offer) ?? '');
    return to && Math.hypot(to.x - from.x, to.y - from.y) < NEAR;
  });
}

/** The way with one space more; going back takes the last one off. @param {string[]} way @param {string} space */
export function along(way, space) {
  if (way.at(-1) === space) return way;
  return way.at(-2) === space ? way.slice(0, -1) : [...way, space];
}

/** @param {Desk} desk @param {string} space */
const step = (desk, space) => offers(desk).find(one => spaceOf(one) === space && STEP.test(one.choice));
/** @param {Desk} desk @param {string | undefined} space */
const between = (desk, space) => offers(desk).find(one => spaceOf(one) === space && BETWEEN.includes(one.choice));

/** Makes the steps of a way one after another, until one is refused. @param {Desk} desk @param {string[]} way */
export async function follow(desk, way) {
  // Whoever begins on a step means that step.
  const [first] = way;
  const path = first && step(desk, first) ? way : way.slice(1);
  let here = path === way ? undefined : first;
  for (const space of path) {
    const pause = step(desk, space) ? undefined : between(desk, here);
    if (pause && !(await desk.choose(pause))) return;
    const next = step(desk, space);
    if (!next) return desk.tell(`The way cannot go on to ${space} now: rest the pointer on it to see why.`);
    if (!(await desk.choose(next))) return;
    here = space;
  }
}
