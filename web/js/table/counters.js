// Counters and columns of sheets that something can be chosen for: they are pressed like those on the map.

import { h } from '../dom.js';
import { menuList } from '../ui.js';
import { shown } from './state.js';
/** @import {State} from './state.js' */
/** @import {Offer, Prompt, Sheet} from '../types.js' */

/** Answers that name that counter or column first: `fire u3 u5` is one of u3. @param {Prompt | null} prompt @param {string} id */
const answersOf = (prompt, id) => (prompt?.offers ?? []).filter(offer => id && offer.choice.split(' ')[1] === id);

/** The sheets that lie over the board now, unless the board was asked for. @param {State} now @returns {Sheet[]} */
export const overBoard = now =>
  now.uncovered ? [] : shown(now).scene.sheets.filter(sheet => sheet.lies === 'over-board');

/** Everything on a sheet that an answer could name. @param {Sheet} sheet */
const names = sheet =>
  sheet.parts
    .flatMap(part => ('lanes' in part ? part.lanes.lanes : []))
    .flatMap(lane => [lane.id, ...lane.counters.flat().map(counter => counter.id)]);

/** Whether an answer can be given on a sheet that lies over the board. @param {State} now @returns {(offer: Offer) => boolean} */
export function onDisplay(now) {
  const all = new Set(overBoard(now).flatMap(names));
  return ({ choice }) => {
    const name = choice.split(' ')[1];
    return Boolean(name) && all.has(name ?? '');
  };
}

/**
 * @typedef {object} Hands
 * @property {(offer: Offer) => void} pick
 * @property {(offer: Offer) => void} eye told of the answer under the pointer or the focus
 * @property {(chip: HTMLElement, menu: HTMLElement) => void} lay where a menu of answers goes
 * @property {() => string | null} best the answer that is advised
 */

/** Makes buttons of what can be pressed. @param {HTMLElement} el @param {Prompt | null} prompt @param {Hands} hands */
export function light(el, prompt, hands) {
  for (const chip of el.querySelectorAll('[data-counter]')) {
    if (!(chip instanceof HTMLElement)) continue;
    const offers = answersOf(prompt, chip.dataset['counter'] ?? '');
    if (offers.length > 0) arm(el, chip, offers, hands);
  }
}

/** The chance that matters first, in few letters: `hits 40 %: attacker 5 …` begins with it. @param {Offer} offer */
function chance({ odds: [first = ''] }) {
  const brief = first.split(':')[0] ?? '';
  return brief.includes('%') && brief.length < 24 ? brief : '';
}

/** @param {HTMLElement} el @param {HTMLElement} chip @param {Offer[]} offers @param {Hands} hands */
function arm(el, chip, offers, { pick, eye, lay, best }) {
  const [only] = offers.length === 1 ? offers : [];
  chip.classList.add('lit');
  chip.setAttribute('role', 'button');
  chip.tabIndex = 0;
  if (only) {
    // What a press does is read before it is done.
    chip.append(h('small', { class: 'chance' }, [only.label, chance(only)].filter(Boolean).join(' · ')));
    chip.addEventListener('pointerenter', () => eye(only));
    chip.addEventListener('focus', () => eye(only));
  }
  const press = () => {
    if (only) return pick(only);
    const open = el.querySelector('.menu.at-counter');
    open?.remove();
    if (open && open.previousElementSibling === chip) return;
    const menu = menuList(
      offers.map(offer => ({ label: offer.label, about: chance(offer), run: () => pick(offer) })),
      chosen => {
        menu.remove();
        if (!chosen) chip.focus();
      },
      chip.querySelector('b')?.textContent ?? '',
    );
    menu.querySelectorAll('button').forEach((button, n) => {
      button.dataset['choice'] = offers[n]?.choice;
      const look = () => offers[n] && eye(offers[n]);
      button.addEventListener('pointerenter', look);
      button.addEventListener('focus', look);
    });
    menu.classList.add('at-counter');
    lay(chip, menu);
    markMenu(menu, best());
    menu.querySelector('button')?.focus();
  };
  chip.addEventListener('click', press);
  chip.addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    press();
  });
}

/** @param {Element} menu @param {string | null} choice */
function markMenu(menu, choice) {
  for (const item of menu.querySelectorAll('[data-choice]'))
    item.classList.toggle('advised', item.getAttribute('data-choice') === choice);
}

/** Shows what is advised. @param {HTMLElement} el @param {string | null} choice */
export function markAdvised(el, choice) {
  const name = choice?.split(' ')[1] ?? '';
  for (const chip of el.querySelectorAll('.lit'))
    chip.classList.toggle('advised', name !== '' && chip.getAttribute('data-counter') === name);
  for (const menu of el.querySelectorAll('.menu.at-counter')) markMenu(menu, choice);
}
