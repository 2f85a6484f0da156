// While there is fighting, its display lies over the board: it is read and played there.

import { fill, h, kbd } from '../dom.js';
import { light, markAdvised, overBoard } from './counters.js';
import { parts } from './sheets.js';
import { advised, shown } from './state.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */
/** @import {Rich} from './rich.js' */
/** @import * as T from '../types.js' */

/**
 * @param {Desk} desk @param {Rich} rich @param {(offer: T.Offer) => void} pick
 * @param {Element[]} below what it lies over: nobody gets there by the keyboard meanwhile
 */
export function displayPanel(desk, rich, pick, below) {
  const body = h('div', { class: 'display-sheets' });
  const el = h('section', { class: 'display', 'aria-label': 'Display', tabindex: 0, hidden: true }, body);
  const word = h('span', {});
  const turn = h(
    'button',
    { type: 'button', class: 'turn-display', 'data-do': 'display', hidden: true, onclick: () => toggle() },
    word,
    kbd('D'),
  );

  function toggle() {
    if (!turn.hidden) desk.set({ uncovered: !desk.state.uncovered });
  }

  /** @param {HTMLElement} chip @param {HTMLElement} menu */
  function lay(chip, menu) {
    chip.after(menu);
    menu.scrollIntoView({ block: 'nearest' });
  }

  /** @param {T.Sheet} sheet */
  const draw = sheet =>
    h(
      'article',
      { 'data-sheet': sheet.id },
      h('h3', {}, sheet.title, h('span', { class: 'many' }, ...rich.text(sheet.note, false))),
      ...parts(sheet, rich),
    );

  /** What matters is not left out of sight below. @param {string} which */
  function bring(which) {
    requestAnimationFrame(() => body.querySelector(which)?.scrollIntoView({ block: 'nearest' }));
  }

  let drawn = '';
  /** @type {string | null} */
  let marked = null;
  /** @param {State} now */
  function render(now) {
    const laid = overBoard(now);
    const there = laid[0] ?? shown(now).scene.sheets.find(sheet => sheet.lies === 'over-board');
    turn.hidden = !there;
    word.textContent = laid.length ? 'Show the map' : (there?.title ?? '');
    el.hidden = laid.length === 0;
    for (const hidden of below) hidden.toggleAttribute('inert', !el.hidden);
    const prompt = now.past ? null : shown(now).scene.prompt;
    const signature = JSON.stringify([laid, prompt?.offers.map(offer => offer.choice)]);
    if (signature !== drawn) {
      drawn = signature;
      fill(body, ...laid.map(draw));
      light(body, prompt, { pick, eye: offer => desk.set({ eyed: offer }), lay, best: () => advised(desk.state) });
      bring('.lit');
    }
    if (advised(now) !== marked) {
      marked = advised(now);
      bring('.advised');
    }
    markAdvised(body, advised(now));
  }

  /** Goes to the first counter that can be chosen. */
  function toLit() {
    const first = body.querySelector('.lit');
    if (el.hidden || !(first instanceof HTMLElement)) return false;
    first.focus();
    return true;
  }
  return { el, turn, render, toggle, toLit };
}
