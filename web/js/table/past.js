// Looking at the past, with one's own eyes or, after the end, with those of another; and at layers over the map.

import { setTaste } from '../keys.js';
/** @import {Desk} from './desk.js' */

/** Shows a past moment; the last one is now. @param {Desk} desk @param {number} moves */
export async function look(desk, moves) {
  desk.looking?.abort();
  if (moves >= desk.state.table.moves) return desk.set({ at: null, past: null });
  const looking = new AbortController();
  desk.looking = looking;
  desk.set({ at: moves });
  try {
    const past = await desk.api.table(desk.state.overlays, moves, looking.signal, desk.state.eyes);
    if (!looking.signal.aborted) desk.set({ past, eyed: null, brush: null });
  } catch (error) {
    if (!looking.signal.aborted) desk.refuse(error);
  }
}

/** After the end: looks with the eyes of a seat, or of one's own again. @param {Desk} desk @param {string | null} eyes */
export async function lookAs(desk, eyes) {
  try {
    const log = await desk.api.log(0, eyes);
    desk.set({ eyes, log, since: null });
    if (desk.state.at !== null) await look(desk, desk.state.at);
  } catch (error) {
    desk.refuse(error);
  }
}

/** Switches a layer on or off. @param {Desk} desk @param {string} id */
export async function toggleLayer(desk, id) {
  const { overlays, at, summary, eyes } = desk.state;
  const wanted = overlays.includes(id) ? overlays.filter(one => one !== id) : [...overlays, id];
  desk.set({ overlays: wanted });
  setTaste(`overlays.${summary.id}`, wanted);
  try {
    const table = await desk.api.table(wanted, at, undefined, at === null ? null : eyes);
    if (at !== null) desk.set({ past: table });
    else if (table.version === desk.state.table.version) desk.set({ table: { ...table, news: [] } });
  } catch (error) {
    desk.refuse(error);
  }
}
