// The lists beside the board.

import { fill, h } from '../dom.js';
import { shown } from './state.js';
/** @import {State} from './state.js' */
/** @import {Rich} from './rich.js' */
/** @import {Panel} from '../types.js' */

/** @param {Rich} rich */
export function listsPanel(rich) {
  const el = h('section', { class: 'lists', 'data-tab': 'lists', tabindex: 0, 'aria-label': 'Lists' });
  let drawn = '';
  /** @type {Set<string>} */
  const closed = new Set();

  /** @param {Panel} panel */
  function table(panel) {
    const rows = panel.rows.map(row =>
      h(
        'tr',
        {},
        ...row.map((cell, n) =>
          n === 0
            ? h('th', { scope: 'row' }, ...rich.text(cell))
            : h('td', { class: cell.length < 16 ? 'short' : '' }, ...rich.text(cell)),
        ),
      ),
    );
    const empty = panel.rows.length === 0 && h('p', { class: 'none' }, 'none');
    const details = h(
      'details',
      { open: !closed.has(panel.title) },
      h('summary', {}, panel.title, h('span', { class: 'many' }, panel.rows.length || '')),
      empty || h('div', { class: 'scroll' }, h('table', {}, h('tbody', {}, ...rows))),
    );
    details.addEventListener('toggle', () => (details.open ? closed.delete(panel.title) : closed.add(panel.title)));
    return details;
  }

  /** @param {State} now */
  function render(now) {
    const { panels } = shown(now).scene;
    const signature = JSON.stringify(panels);
    if (signature === drawn) return;
    drawn = signature;
    fill(el, ...panels.map(table));
  }
  return { el, render };
}
