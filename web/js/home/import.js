// A record goes on where it stopped.

import { importRecord, sentence } from '../api.js';
import { h } from '../dom.js';
import { holdCreated } from '../keys.js';

/** @param {(path: string) => void} go */
export function importForm(go) {
  const text = h('textarea', {
    rows: 5,
    spellcheck: 'false',
    placeholder: 'Paste a record here, or choose a file.',
    'aria-label': 'Record',
  });
  const file = h('input', {
    type: 'file',
    accept: '.txt,.rec,text/plain',
    'aria-label': 'File with a record',
    onchange: () => void read(),
  });
  const error = h('p', { class: 'error', role: 'alert', hidden: true });
  const form = h(
    'form',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void send();
      },
    },
    h('p', {}, 'Go on with a match that was saved as a record, here or on another machine. You take every seat.'),
    text,
    h('div', { class: 'row' }, file, h('button', { class: 'primary' }, 'Open the record')),
    error,
  );

  async function read() {
    const [chosen] = file.files ?? [];
    if (chosen) text.value = await chosen.text();
  }

  async function send() {
    error.hidden = true;
    try {
      const created = await importRecord(text.value, {});
      holdCreated(created);
      go(`/match/${created.id}`);
    } catch (problem) {
      error.textContent = sentence(problem);
      error.hidden = false;
    }
  }
  return h(
    'section',
    { class: 'import', 'aria-label': 'Import' },
    h('details', {}, h('summary', {}, 'Import a record'), form),
  );
}
