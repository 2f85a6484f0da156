// Repeating: the last button and space again, in every space that is clicked or dragged over.

/** @import {Desk} from './desk.js' */

/** @param {Desk} desk */
export const brushing = desk => desk.state.brush !== null && desk.state.past === null && !desk.state.busy;

/** @param {Desk} desk */
export function toggle(desk) {
  const { pair, brush, table } = desk.state;
  const again = pair && table.scene.prompt?.offers.some(offer => offer.choice === pair.button.choice);
  desk.set({ brush: brush === null && again ? new Set() : null });
}

/** @param {Desk} desk @param {string} space */
export function paint(desk, space) {
  const { brush, pair } = desk.state;
  if (!brush || !pair?.spaces.has(space) || brush.has(space)) return;
  desk.set({ brush: new Set([...brush, space]) });
}

/** @param {Desk} desk */
export async function painted(desk) {
  const { brush } = desk.state;
  if (!brush || brush.size === 0) return;
  const done = await desk.repeat([...brush]);
  if (!done && desk.state.brush) desk.set({ brush: new Set() });
}
