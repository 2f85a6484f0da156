// Every legal choice as a list, for the keyboard and the screen reader.

import { h, kbd } from '../dom.js';
import { advised } from './state.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */
/** @import {Offer, Prompt} from '../types.js' */

const MOST = 250;

/** @param {Offer} offer */
const words = offer => `${offer.label} ${offer.choice}`.toLowerCase();

/** @param {Desk} desk @param {(offer: Offer) => void} pick */
export function offerList(desk, pick) {
  const filter = h('input', {
    type: 'search',
    placeholder: 'Filter: a hex, a name…',
    'aria-label': 'Filter the choices',
    oninput: () => draw(),
  });
  const list = h('ul', { class: 'offers', 'aria-label': 'All choices' });
  const more = h('p', { class: 'none', hidden: true });
  const summary = h('summary', {});
  const el = h('details', { class: 'all', hidden: true }, summary, filter, list, more);
  /** @type {Prompt | null} */
  let prompt = null;
  /** @type {string | null} */
  let best = null;

  el.addEventListener('toggle', () => draw());
  filter.addEventListener('keydown', event => {
    if (event.key === 'Enter') list.querySelector('button')?.click();
    // The keys are the table's again.
    if (event.key === 'Enter' || event.key === 'Escape') filter.blur();
    if (event.key === 'ArrowDown') list.querySelector('button')?.focus();
    if (['Enter', 'Escape', 'ArrowDown'].includes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
  list.addEventListener('keydown', event => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...list.querySelectorAll('button')];
    const next = buttons.findIndex(button => button === document.activeElement) + step;
    (buttons[next] ?? filter).focus();
  });

  function draw() {
    if (!el.open || !prompt) return list.replaceChildren();
    const wanted = filter.value.trim().toLowerCase().split(/\s+/);
    const found = prompt.offers.filter(offer => wanted.every(word => words(offer).includes(word)));
    list.replaceChildren(...found.slice(0, MOST).map(item));
    more.hidden = found.length <= MOST;
    more.textContent = `${found.length - MOST} more: filter to see them.`;
  }

  /** @param {Offer} offer */
  function item(offer) {
    const eye = () => desk.set({ eyed: offer });
    const button = h(
      'button',
      { type: 'button', 'data-choice': offer.choice, onclick: () => pick(offer), onpointerenter: eye, onfocus: eye },
      h('span', {}, offer.label),
      offer.default ? kbd('Enter') : null,
      offer.choice === best ? h('b', { class: 'advised-word' }, 'advised') : null,
    );
    return h('li', {}, button);
  }

  function open() {
    el.open = true;
    filter.value = '';
    draw();
    filter.focus();
  }

  /** @param {State} now */
  function render(now) {
    const next = now.past ? null : now.table.scene.prompt;
    const advice = advised(now);
    if (next === prompt && advice === best) return;
    if (next !== prompt) filter.value = '';
    [prompt, best] = [next, advice];
    el.hidden = !prompt || prompt.offers.length < 2;
    summary.replaceChildren('All choices ', h('span', { class: 'many' }, prompt?.offers.length ?? 0), kbd('L'));
    draw();
  }
  return { el, render, open };
}
