// "If …": what the offer under the pointer leads to, counted exactly.

import { debounce, fill, h } from '../dom.js';
import { advised, defaultOffer } from './state.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */
/** @import {Rich} from './rich.js' */
/** @import * as T from '../types.js' */

const PAUSE = 110;

/** @param {number} share */
const percent = share => `${share > 0 && share < 0.01 ? '<1' : Math.round(share * 100)} %`;

/** @param {T.Prospect} prospect @param {Rich} rich */
function row(prospect, rich) {
  const bar = h('span', { class: 'bar' });
  if (prospect.share !== null) {
    const part = h('i');
    part.style.width = `${Math.min(100, prospect.share * 100)}%`;
    bar.append(part);
  }
  const numbers = prospect.rules.flatMap(rule => [' ', rich.rule(rule)]);
  // A word or two stand where the figure would.
  const brief = prospect.share === null ? prospect.text : percent(prospect.share);
  const aside = brief.length < 24 ? brief : '';
  const words =
    prospect.text && prospect.text !== aside ? h('span', { class: 'words' }, ...rich.text(prospect.text)) : null;
  if (!prospect.label) return h('li', {}, h('span', { class: 'words' }, ...rich.text(prospect.text), ...numbers));
  return h(
    'li',
    {},
    h('span', { class: 'what' }, ...rich.text(prospect.label), ...numbers),
    aside && h('span', { class: 'share' }, aside),
    prospect.share !== null && bar,
    words,
  );
}

/** @param {Desk} desk @param {Rich} rich */
export function oddsPanel(desk, rich) {
  const title = h('h2');
  const body = h('div', {});
  const el = h(
    'section',
    { class: 'odds', 'aria-live': 'polite', 'aria-label': 'What it may lead to', hidden: true },
    title,
    body,
  );
  /** @type {Map<string, T.Prospect[]>} */
  const known = new Map();
  let version = '';
  let drawn = '';
  /** @type {AbortController | null} */
  let asking = null;

  const ask = debounce(PAUSE, (/** @type {T.Offer} */ offer) => {
    if (desk.state.busy || wanted(desk.state)?.choice !== offer.choice) return;
    asking?.abort();
    const asked = new AbortController();
    asking = asked;
    desk.api.outlook(offer.choice, asked.signal).then(
      prospects => {
        known.set(offer.choice, prospects);
        if (wanted(desk.state)?.choice === offer.choice) draw(offer, prospects);
      },
      () => {},
    );
  });

  /** @param {T.Offer} offer @param {T.Prospect[]} prospects */
  function draw(offer, prospects) {
    const signature = `${version} ${offer.choice} ${prospects.length}`;
    if (signature === drawn) return;
    drawn = signature;
    const told = new Set(prospects.flatMap(({ label, text }) => [text, `${label} ${text}`]));
    const odds = offer.odds.filter(text => !told.has(text));
    el.hidden = odds.length + prospects.length === 0;
    if (el.hidden) return;
    title.textContent = `If you choose “${offer.label}”`;
    fill(
      body,
      h('ul', { class: 'prospects' }, ...prospects.map(prospect => row(prospect, rich))),
      ...odds.map(text => h('p', {}, ...rich.text(text))),
    );
  }

  /** What is looked at, else what is advised, else what Enter gives. @param {State} now */
  function wanted(now) {
    const { prompt } = now.table.scene;
    if (now.past || !prompt) return null;
    return now.eyed ?? prompt.offers.find(offer => offer.choice === advised(now)) ?? defaultOffer(prompt);
  }

  /** @param {State} now */
  function render(now) {
    const stamp = `${now.table.version} ${now.table.you}`;
    if (stamp !== version) {
      version = stamp;
      known.clear();
    }
    if (now.busy) {
      ask.stop();
      asking?.abort();
      return;
    }
    const offer = wanted(now);
    if (!offer) {
      el.hidden = true;
      drawn = '';
      return;
    }
    const prospects = known.get(offer.choice);
    if (prospects) draw(offer, prospects);
    else {
      if (offer.odds.length) draw(offer, []);
      ask(offer);
    }
  }
  return { el, render };
}
