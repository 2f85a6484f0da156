// "Why?": the rule in our words, the tables it looks things up in, and where those come from.

import { rules, sentence, tableText } from '../api.js';
import { fill, h } from '../dom.js';
import { dialog } from '../ui.js';
import { tableCard } from './tables.js';
/** @import {RuleText} from '../types.js' */

/** A part of a rule, such as `4.2 A`, is explained by its rule. @param {RuleText[]} all @param {string} number */
function find(all, number) {
  const plain = number.split(' ')[0] ?? number;
  return all.find(rule => rule.number === number) ?? all.find(rule => rule.number === plain);
}

/** @param {string} game @param {string[]} numbers */
export async function why(game, numbers) {
  const body = h('div', { class: 'why-body', 'aria-live': 'polite' }, h('p', {}, 'Looking it up…'));
  dialog('Why?', [body], 'wide');
  try {
    const all = await rules(game);
    const found = numbers.map(number => ({ number, rule: find(all, number) }));
    const names = [...new Set(found.flatMap(({ rule }) => rule?.tables ?? []))];
    const articles = found.map(({ number, rule }) =>
      h(
        'article',
        { class: 'rule-text', 'data-rule': number },
        h('h3', {}, h('span', { class: 'number' }, number), ` ${rule?.title ?? ''}`),
        h('p', {}, rule?.text ?? 'This rule has no text of its own.'),
      ),
    );
    const tables = h('div', { class: 'tables' });
    fill(body, ...articles, tables);
    const cards = await Promise.all(
      names.map(name => tableText(game, name).then(tableCard, error => h('p', {}, `${name}: ${sentence(error)}`))),
    );
    fill(tables, ...cards);
  } catch (error) {
    fill(body, h('p', {}, sentence(error)));
  }
}
