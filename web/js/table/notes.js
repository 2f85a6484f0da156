// A player's own notes of a match: kept in this browser, seat by seat, shown to nobody else.

import { h } from '../dom.js';
import { setTaste, taste } from '../keys.js';
/** @import {State} from './state.js' */

export function notesPanel() {
  const pad = h('textarea', {
    rows: 4,
    maxlength: 4000,
    'aria-label': 'My notes',
    placeholder: 'What you think is where. Nobody else reads it.',
    oninput: () => setTaste(name, pad.value),
  });
  const el = h('details', { class: 'notes-pad' }, h('summary', {}, h('b', {}, 'My notes')), h('div', { class: 'body' }, pad));
  let name = '';

  /** @param {State} now */
  function render({ summary, table }) {
    const wanted = `notes.${summary.id}.${table.you ?? 'observer'}`;
    if (wanted === name) return;
    name = wanted;
    pad.value = taste(name, '');
    el.open = pad.value !== '';
  }
  return { el, render };
}
