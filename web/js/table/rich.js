// Sentences of the game with their references alive: spaces light up on the map, rules open.

import { h } from '../dom.js';
/** @import {Plane} from '../board/geometry.js' */

const PARTS = /\[((?:R|pb\.)?\w+(?:\.\w+)*(?: [A-Z])?)\]|\(?\b(R\d+)\b\)?|\d+,\d+|[\p{L}\p{N}-]+/gu;

export class Rich {
  /** @param {Plane} plane @param {Set<string>} rules @param {{space: (space: string | null, bring: boolean) => void, why: (rules: string[]) => void}} hooks */
  constructor(plane, rules, hooks) {
    this.plane = plane;
    this.rules = rules;
    this.hooks = hooks;
  }

  /** @param {string} text @returns {(Node | string)[]} */
  text(text) {
    const nodes = [];
    let done = 0;
    for (const match of text.matchAll(PARTS)) {
      const node = this.part(match[0], match[1] ?? match[2]);
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
