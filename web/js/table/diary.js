// Entries of a diary or of records: what each came to, and what happened for those who want to know more.

import { fill, h } from '../dom.js';
import { look } from './past.js';
/** @import {Desk} from './desk.js' */
/** @import {Rich} from './rich.js' */
/** @import {Entry} from '../types.js' */

/** Entries that are drawn before somebody asks for more. */
const FIRST = 30;

/** @param {string} title @param {Entry[]} entries @param {Desk} desk @param {Rich} rich */
export function diary(title, entries, desk, rich) {
  if (entries.length === 0) return [];
  const list = h('div', { class: 'diary-entries' });
  const filter = h('input', {
    type: 'search',
    placeholder: 'Only entries with…',
    'aria-label': `Filter: ${title}`,
    oninput: () => draw(FIRST),
  });

  /** @param {Entry} entry */
  function item(entry) {
    const then = h(
      'button',
      { type: 'button', class: 'quiet', onclick: () => void look(desk, entry.moves) },
      'The table then',
    );
    return h(
      'details',
      { class: entry.sum ? 'entry sum' : 'entry' },
      h('summary', {}, h('b', {}, entry.title), ' ', entry.note),
      h('ul', {}, ...entry.lines.map(line => h('li', {}, ...rich.text(line)))),
      then,
    );
  }

  /** @param {number} most */
  function draw(most) {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (/** @type {Entry} */ entry) => {
      const text = [entry.title, entry.note, ...entry.lines].join(' ').toLowerCase();
      return words.every(word => text.includes(word));
    };
    const found = entries.filter(fits);
    fill(
      list,
      ...found.slice(0, most).map(item),
      found.length > most
        ? h('button', { type: 'button', onclick: () => draw(Infinity) }, `All ${found.length}`)
        : null,
    );
  }
  draw(FIRST);
  return [h('section', { class: 'diary', 'aria-label': title }, h('h4', {}, title), entries.length > 6 ? filter : null, list)];
}
