// Sentences of the game with their references alive: spaces light up on the map, rules open, and so do the words of the
// game that a rule explains.

import { h } from '../dom.js';
/** @import {Plane} from '../board/geometry.js' */
/** @import {RuleText} from '../types.js' */

/** Rules in brackets, and rulings. */
const CITED = String.raw`\[((?:R|pb\.)?\w+(?:\.\w+)*(?: [A-Z])?)\]|\(?\b(R\d+)\b\)?`;
/** What may be a space. */
const WORDS = String.raw`\d+,\d+|[\p{L}\p{N}-]+`;

/** @param {string} text */
const plain = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export class Rich {
  /** @param {Plane} plane @param {RuleText[]} rules @param {{space: (space: string | null, bring: boolean) => void, why: (rules: string[]) => void}} hooks */
  constructor(plane, rules, hooks) {
    this.plane = plane;
    this.rules = new Set(rules.map(rule => rule.number));
    /** The rule that explains a word. @type {Map<string, string>} */
    this.terms = new Map(rules.flatMap(rule => rule.terms.map(term => [term, rule.number])));
    this.hooks = hooks;
    // Longer terms first: a Task Force is more than a force.
    const terms = [...this.terms.keys()].sort((a, b) => b.length - a.length).map(plain);
    const explained = terms.length ? String.raw`(?<![\p{L}\p{N}])(${terms.join('|')})(?![\p{L}\p{N}])` : '($^)';
    this.parts = new RegExp([CITED, explained, WORDS].join('|'), 'gu');
  }

  /** @param {string} text @param {boolean} [explain] whether words of the game open their rules @returns {(Node | string)[]} */
  text(text, explain = true) {
    const nodes = [];
    let done = 0;
    const told = new Set();
    for (const match of text.matchAll(this.parts)) {
      // A word is explained once in a sentence.
      const term = explain && match[3] && !told.has(match[3]) ? match[3] : undefined;
      if (term) told.add(term);
      const node = term ? this.term(term) : this.part(match[0], match[1] ?? match[2]);
      if (!node) continue;
      nodes.push(text.slice(done, match.index), node);
      done = match.index + match[0].length;
    }
    nodes.push(text.slice(done));
    return nodes.filter(node => node !== '');
  }

  /** @param {string} word @param {string | undefined} rule */
  part(word, rule) {
    // A box called R2 is a box, unless the word stands in brackets.
    if (this.plane.spots.has(word)) return this.space(word);
    return rule && this.rules.has(rule.split(' ')[0] ?? rule) ? this.rule(rule) : null;
  }

  /** @param {string} space */
  space(space) {
    return h(
      'span',
      {
        class: 'ref',
        'data-ref': space,
        onpointerenter: () => this.hooks.space(space, false),
        onpointerleave: () => this.hooks.space(null, false),
        onclick: () => this.hooks.space(space, true),
      },
      space,
    );
  }

  /** A word of the game: pressed, it opens its rule. @param {string} term */
  term(term) {
    const rule = this.terms.get(term) ?? '';
    return h(
      'span',
      { class: 'term', title: `Rule ${rule}`, 'data-term': rule, onclick: () => this.hooks.why([rule]) },
      term,
    );
  }

  /** @param {string} rule */
  rule(rule) {
    return h(
      'button',
      { type: 'button', class: 'rule', 'aria-label': `Why? Rule ${rule}`, onclick: () => this.hooks.why([rule]) },
      // A rule that is named by its page and a word is shown by its page.
      rule.replace(/^(\d+)\.[a-z]\w*$/, 'p. $1'),
    );
  }
}

/** What was drawn, as it lay on the table. @param {number[]} dice */
export function chits(dice) {
  return dice.map(value => h('span', { class: 'chit', 'aria-label': `drew ${value}`, role: 'img' }, value));
}
