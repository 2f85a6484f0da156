// Dialogs, menus, copying: what every part of the page uses.

import { fill, h } from './dom.js';
/** @import {Child} from './dom.js' */

/** Opens a dialog; Esc and a click beside it close it. @param {string} title @param {Child[]} children @param {string} [kind] */
export function dialog(title, children, kind = '') {
  const close = h('button', { type: 'button', class: 'close', 'aria-label': 'Close', onclick: () => el.close() }, '×');
  const el = h(
    'dialog',
    { class: `sheet ${kind}`, 'aria-label': title },
    h('div', { class: 'sheet-head' }, h('h2', {}, title), close),
    h('div', { class: 'sheet-body' }, ...children),
  );
  el.addEventListener('click', event => {
    if (event.target === el) el.close();
  });
  el.addEventListener('close', () => el.remove());
  document.body.append(el);
  el.showModal();
  return el;
}

/** @param {string} title @param {string} text @param {string} yes @returns {Promise<boolean>} */
export function confirm(title, text, yes) {
  return new Promise(resolve => {
    let answer = false;
    const accept = h(
      'button',
      {
        type: 'button',
        class: 'primary',
        onclick: () => {
          answer = true;
          el.close();
        },
      },
      yes,
    );
    const el = dialog(
      title,
      [
        h('p', {}, text),
        h('div', { class: 'row end' }, h('button', { type: 'button', onclick: () => el.close() }, 'Cancel'), accept),
      ],
      'small',
    );
    el.addEventListener('close', () => resolve(answer));
    accept.focus();
  });
}

/** @typedef {{label: string, about?: string, run: () => void, key?: string, disabled?: boolean}} Item */

/** @param {Item[]} items @param {(chosen: boolean) => void} close @param {string} label */
export function menuList(items, close, label) {
  const buttons = items.map(item =>
    h(
      'button',
      {
        type: 'button',
        role: 'menuitem',
        disabled: item.disabled ?? false,
        onclick: () => {
          close(true);
          item.run();
        },
      },
      h('span', {}, item.label, item.about ? h('small', {}, item.about) : null),
      item.key ? h('kbd', { 'aria-hidden': 'true' }, item.key) : null,
    ),
  );
  const el = h('div', { class: 'menu', role: 'menu', 'aria-label': label }, ...buttons);
  el.addEventListener('keydown', event => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close(false);
    }
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const at = buttons.findIndex(button => button === document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  });
  return el;
}

/** A button with a menu. @param {Child[]} label @param {string} name @param {() => Item[]} items */
export function dropdown(label, name, items) {
  const button = h(
    'button',
    { type: 'button', 'aria-haspopup': 'menu', 'aria-expanded': 'false', onclick: () => toggle() },
    ...label,
  );
  const el = h('div', { class: 'dropdown' }, button);
  /** @type {HTMLElement | null} */
  let open = null;
  const shut = () => {
    open?.remove();
    open = null;
    button.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', outside, true);
  };
  /** @param {Event} event */
  const outside = event => {
    if (event.target instanceof Node && !el.contains(event.target)) shut();
  };
  const toggle = () => {
    if (open) return shut();
    // A choice from the menu leads on: the focus stays behind only if nothing was chosen.
    open = menuList(
      items(),
      chosen => {
        shut();
        if (!chosen) button.focus();
      },
      name,
    );
    el.append(open);
    button.setAttribute('aria-expanded', 'true');
    document.addEventListener('pointerdown', outside, true);
    place(open);
    open.querySelector('button')?.focus();
  };
  return { el, button, toggle };
}

/** Keeps a menu inside the window. @param {HTMLElement} menu */
function place(menu) {
  const box = menu.getBoundingClientRect();
  if (box.bottom > window.innerHeight - 8) menu.classList.add('up');
  if (box.right > window.innerWidth - 8) menu.classList.add('left');
}

/** @param {string} label @param {string} text */
export function copyButton(label, text) {
  const el = h('button', { type: 'button', class: 'copy', 'data-copy': text, onclick: () => void copy() }, label);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      fill(el, 'Copied ✓');
    } catch {
      window.prompt('Copy this link:', text);
    }
    setTimeout(() => fill(el, label), 1600);
  }
  return el;
}

/** Hands the player a file. @param {string} name @param {string} text */
export function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** How long ago. @param {number} seconds since 1970 */
export function ago(seconds) {
  const past = Date.now() / 1000 - seconds;
  if (past < 90) return 'just now';
  if (past < 5400) return `${Math.round(past / 60)} minutes ago`;
  if (past < 129600) return `${Math.round(past / 3600)} hours ago`;
  return new Date(seconds * 1000).toLocaleDateString();
}
