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
  /** @type {Set<string>} */
  let elsewhere = new Set();

  nav.addEventListener('keydown', event => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    event.stopPropagation();
    const shownTabs = sheets.filter(([id]) => !elsewhere.has(id));
    const at = shownTabs.findIndex(([id]) => id === self.open);
    const next = shownTabs[(at + step + shownTabs.length) % shownTabs.length];
    if (next) show(next[0], true);
  });

  /** @param {string} id @param {boolean} [focus] */
  function show(id, focus = false) {
    if (elsewhere.has(id)) return;
    self.open = id;
    sheets.forEach(([name, , el], n) => {
      const on = name === id;
      el.hidden = !on && el.parentElement === body;
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

  /** Sheets that are shown elsewhere, or have nothing on them, need no tab. @param {string[]} ids */
  function without(ids) {
    elsewhere = new Set(ids);
    sheets.forEach(([name], n) => {
      const button = buttons[n];
      if (button) button.hidden = elsewhere.has(name);
    });
    const left = sheets.filter(([name]) => !elsewhere.has(name));
    show(elsewhere.has(self.open) ? (left[0]?.[0] ?? '') : self.open);
  }
  return self;
}
