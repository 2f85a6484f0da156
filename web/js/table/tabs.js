// Sheets that lie on one another.

import { h } from '../dom.js';

/** @param {[string, string, HTMLElement][]} sheets @param {() => void} changed */
export function tabs(sheets, changed) {
  const buttons = sheets.map(([id, label]) =>
    h(
      'button',
      { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `sheet-${id}`, onclick: () => show(id) },
      label,
      h('span', { class: 'many' }),
    ),
  );
  const nav = h('div', { class: 'tabs', role: 'tablist' }, ...buttons);
  const body = h('div', { class: 'sheets' }, ...sheets.map(([, , el]) => el));
  for (const [id, , el] of sheets) {
    el.id = `sheet-${id}`;
    el.setAttribute('role', 'tabpanel');
    el.setAttribute('aria-labelledby', `tab-${id}`);
  }
  const self = { nav, body, open: sheets[0]?.[0] ?? '', show, mark, without };
  /** @type {string | null} */
  let elsewhere = null;

  nav.addEventListener('keydown', event => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    event.stopPropagation();
    const shownTabs = sheets.filter(([id]) => id !== elsewhere);
    const at = shownTabs.findIndex(([id]) => id === self.open);
    const next = shownTabs[(at + step + shownTabs.length) % shownTabs.length];
    if (next) show(next[0], true);
  });

  /** @param {string} id @param {boolean} [focus] */
  function show(id, focus = false) {
    if (id === elsewhere) return;
    self.open = id;
    sheets.forEach(([name, , el], n) => {
      const on = name === id;
      el.hidden = !on && name !== elsewhere;
      buttons[n]?.setAttribute('aria-selected', String(on));
      buttons[n]?.setAttribute('tabindex', on ? '0' : '-1');
      if (on && focus) buttons[n]?.focus();
    });
    changed();
  }

  /** Says how much is on a sheet. @param {string} id @param {number} count */
  function mark(id, count) {
    const button = buttons[sheets.findIndex(([name]) => name === id)];
    const many = button?.querySelector('.many');
    if (many) many.textContent = count ? String(count) : '';
  }

  /** A sheet that is shown elsewhere needs no tab. @param {string | null} id */
  function without(id) {
    elsewhere = id;
    sheets.forEach(([name], n) => {
      const button = buttons[n];
      if (button) button.hidden = name === id;
    });
    show(self.open === id ? (sheets[0]?.[0] ?? '') : self.open);
  }
  return self;
}
