// Light, dark, or as the system has it.

import { h } from './dom.js';
import { setTaste, taste } from './keys.js';

const THEMES = /** @type {const} */ (['auto', 'light', 'dark']);
const SIGNS = { auto: '◐', light: '☀', dark: '☾' };
/** @typedef {typeof THEMES[number]} Theme */

/** @returns {Theme} */
const now = () => {
  const kept = taste('theme', 'auto');
  return THEMES.find(theme => theme === kept) ?? 'auto';
};

/** @param {Theme} theme */
function wear(theme) {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export const wearTheme = () => wear(now());

export function themeButton() {
  const el = h('button', { type: 'button', class: 'icon', onclick: turn });
  function show() {
    const theme = now();
    el.textContent = SIGNS[theme];
    const name = `Colours: ${theme === 'auto' ? 'as the system has them' : theme}. Press for another.`;
    el.setAttribute('aria-label', name);
    el.title = name;
    wear(theme);
  }
  function turn() {
    const next = THEMES[(THEMES.indexOf(now()) + 1) % THEMES.length] ?? 'auto';
    setTaste('theme', next);
    show();
  }
  show();
  return el;
}
