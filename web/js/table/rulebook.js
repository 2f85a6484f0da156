// The rules in our words, and the tables they look things up in: all of them, to be searched.

import { rules, sentence, tableText, tables } from '../api.js';
import { fill, h } from '../dom.js';
import { dialog } from '../ui.js';
import { tableCard } from './tables.js';
/** @import {Provenance, RuleText} from '../types.js' */

/** What a list has room for; the rest is found by its words. */
const MOST = 60;
/** Tables of one thing each, such as a ship: with a dot in their names. */
const SINGLE = /\./;

/** @param {RuleText} rule */
const article = rule =>
  h(
    'article',
    { class: 'rule-text', 'data-rule': rule.number },
    h('h3', {}, h('span', { class: 'number' }, rule.number), ` ${rule.title}`),
    h('p', {}, rule.text),
  );

/** @param {string} game @param {string} name */
function chart(game, name) {
  const body = h('div', { class: 'body' });
  const el = h('details', { 'data-table': name }, h('summary', {}, name.replaceAll('_', ' ').replaceAll('.', ': ')), body);
  el.addEventListener('toggle', () => {
    if (!el.open || body.childElementCount) return;
    tableText(game, name).then(
      text => fill(body, tableCard(text)),
      error => fill(body, h('p', {}, sentence(error))),
    );
  });
  return el;
}

/** @param {string} game */
export async function ruleBook(game) {
  const found = h('div', { class: 'why-body', 'aria-live': 'polite' }, h('p', {}, 'Looking it up…'));
  const wanted = h('input', {
    type: 'search',
    placeholder: 'A number, a word, a ship…',
    'aria-label': 'Search the rules and tables',
    oninput: () => draw(),
  });
  /** @type {RuleText[]} */
  let all = [];
  /** @type {Provenance[]} */
  let origins = [];

  function draw() {
    const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
    const has = (/** @type {string} */ text) => words.every(word => text.toLowerCase().includes(word));
    const fits = all.filter(rule => has(`${rule.number} ${rule.title} ${rule.text} ${rule.terms.join(' ')}`));
    const names = [...new Set(origins.map(origin => origin.table))]
      .filter(name => (words.length ? has(name.replaceAll('_', ' ')) : !SINGLE.test(name)));
    fill(
      found,
      h('h3', {}, `Tables `, h('span', { class: 'many' }, names.length)),
      h('div', { class: 'table-list' }, ...names.slice(0, MOST).map(name => chart(game, name))),
      h('h3', {}, 'Rules ', h('span', { class: 'many' }, fits.length)),
      ...fits.slice(0, MOST).map(article),
      fits.length > MOST ? h('p', { class: 'none' }, `${fits.length - MOST} more: search to see them.`) : null,
    );
  }

  dialog('Rules and tables', [wanted, found], 'wide');
  try {
    [all, origins] = await Promise.all([rules(game), tables(game)]);
    draw();
  } catch (error) {
    fill(found, h('p', {}, sentence(error)));
  }
}
