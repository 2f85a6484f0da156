// Lines that belong together, such as those of a battle: told by the last of them, unless somebody wants every blow.

/** @import {LogLine} from '../types.js' */

/**
 * The lines that lie between a beginning and its end, by the place of the line that sums them up. What has not ended yet
 * is told in full.
 * @param {LogLine[]} lines @returns {Map<number, {from: number, count: number}>}
 */
export function folds(lines) {
  /** @type {Map<number, {from: number, count: number}>} */
  const found = new Map();
  /** @type {number[]} */
  const open = [];
  lines.forEach(({ fold }, n) => {
    if (fold === 'begins') open.push(n);
    const from = fold === 'ends' ? open.pop() : undefined;
    if (from !== undefined && n > from) found.set(n, { from, count: n - from });
  });
  return found;
}

/** Lines without those that another sums up. @param {LogLine[]} lines */
export function brief(lines) {
  const inside = new Set();
  for (const [end, { from }] of folds(lines)) for (let n = from; n < end; n += 1) inside.add(n);
  return inside.size ? lines.filter((_, n) => !inside.has(n)) : lines;
}
