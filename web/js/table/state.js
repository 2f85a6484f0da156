// What the table is drawn from.

/** @import * as T from '../types.js' */

/**
 * @typedef {{choice: string, label: string}} Button
 * @typedef {{button: Button, spaces: Set<string>}} Pair a button and the spaces that could follow it
 * @typedef {object} State
 * @property {T.Summary} summary
 * @property {T.Table} table the match now
 * @property {T.Table | null} past the moment that is looked at instead
 * @property {number | null} at
 * @property {T.LogLine[]} log
 * @property {T.LogLine[]} news what came with the last act
 * @property {string[]} overlays
 * @property {T.Advice | null} advice
 * @property {string | null} hint the choice that a lesson waits for
 * @property {T.Offer | null} eyed the offer under the pointer or the focus
 * @property {boolean} busy
 * @property {boolean} line whether live updates come in
 * @property {number} people
 * @property {T.Remark[]} chat
 * @property {T.Moment[]} moments
 * @property {Pair | null} pair what could be repeated
 * @property {Set<string> | null} brush spaces painted so far, while repeating
 * @property {{text: string, kind: 'refusal' | 'word', rule: string | null} | null} notice
 * @property {T.Story | null} story
 * @property {boolean} ways whether tracks are drawn
 * @property {boolean} uncovered whether the board was asked for though a display would lie over it
 * @property {string | null} eyes whose eyes look back after the end; nothing for one's own
 * @property {number | null} since moves that whoever sits here had seen when they last looked, if more was made since
 */

/** What is shown: the past, if that is looked at. @param {State} state */
export const shown = state => state.past ?? state.table;

/** The choice to be shown as advised. @param {State} state */
export const advised = state => state.advice?.choice ?? state.hint;

/** @param {T.Prompt | null} prompt */
export const defaultOffer = prompt => prompt?.offers.find(offer => offer.default) ?? null;
