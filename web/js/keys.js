// What this browser remembers: the keys of its matches, and how the player likes the table.

/**
 * @typedef {object} Held a match this browser can open
 * @property {string} match
 * @property {string} key
 * @property {string} [observer]
 * @property {Record<string, string>} [invitations]
 * @property {Record<string, string>} [keys] of every seat that is held here
 * @property {number} since
 */

const MATCHES = 'derbyhouse.matches';
const TASTE = 'derbyhouse.taste';

/** @param {string} name @param {any} otherwise @returns {any} */
function read(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays; the link of the match is the way back.
  }
}

/** @returns {Held[]} */
export const held = () => read(MATCHES, []);

/** @param {string} match @returns {Held | undefined} */
export const heldFor = match => held().find(one => one.match === match);

/** @param {Held} one */
export function hold(one) {
  write(MATCHES, [one, ...held().filter(other => other.match !== one.match)]);
}

/** @param {string} match */
export function forget(match) {
  write(
    MATCHES,
    held().filter(one => one.match !== match),
  );
}

/** @param {import('./types.js').Created} created */
export function holdCreated(created) {
  const { id, key, keys, observer, invitations } = created;
  hold({ match: id, key, keys, observer, invitations, since: Date.now() });
}

/** @param {string} name @param {any} otherwise @returns {any} */
export const taste = (name, otherwise) => read(TASTE, {})[name] ?? otherwise;

/** @param {string} name @param {unknown} value */
export const setTaste = (name, value) => write(TASTE, { ...read(TASTE, {}), [name]: value });
