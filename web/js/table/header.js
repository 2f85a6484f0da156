// The head of the table: where play stands and the few figures that matter.

import { fill, h, keyed } from '../dom.js';
import { shown } from './state.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */
/** @import * as T from '../types.js' */

const CODE = /^([A-Z]\d*|\d+)\s+(.+)$/;

/** @param {string} phase */
function chip(phase) {
  const code = CODE.exec(phase);
  return h(
    'li',
    { title: phase },
    h('span', { class: 'code' }, code?.[1] ?? ''),
    h('span', { class: 'word' }, code?.[2] ?? phase),
  );
}

/** @param {Desk} desk @param {...Node} tools */
export function header(desk, ...tools) {
  const title = h('h1');
  const phases = h('ol', { class: 'phases', 'aria-label': 'Phases of the turn' });
  const facts = h('dl', { class: 'facts' });
  const state = h('span', { class: 'line', role: 'status' });
  /** @type {Map<string, HTMLLIElement>} */
  const kept = new Map();
  const el = h(
    'header',
    { class: 'head' },
    h('div', { class: 'name' }, h('a', { class: 'brand', href: '/', 'data-link': '' }, 'Derby House'), title),
    phases,
    facts,
    state,
    h('div', { class: 'tools' }, ...tools),
  );

  /** @type {unknown} */
  let drawn = null;
  /** @param {State} now */
  function render(now) {
    const { scene } = shown(now);
    state.textContent = now.line ? '' : 'reconnecting…';
    el.classList.toggle('past', now.past !== null);
    if (scene === drawn) return;
    drawn = scene;
    title.textContent = scene.title;
    title.title = scene.title;
    document.title = `${scene.title} – Derby House`;
    const { phase: at, phases: all } = scene.clock;
    keyed(
      phases,
      kept,
      all.includes(at) ? all : [at, ...all],
      phase => phase,
      chip,
      (item, phase) => {
        const on = phase === at;
        item.classList.toggle('on', on);
        if (on) item.setAttribute('aria-current', 'step');
        else item.removeAttribute('aria-current');
      },
    );
    phases.classList.toggle('coded', all.length > 7 && all.every(phase => CODE.test(phase)));
    el.classList.toggle('full', scene.facts.length > 6);
    el.classList.toggle('crowded', scene.facts.length > (all.length > 9 ? 3 : 5));
    fill(
      facts,
      ...scene.facts.map(fact => h(
          'div',
          { title: fact.about || fact.value },
          h('dt', {}, fact.label),
          h('dd', { 'aria-description': fact.about || null }, fact.value),
        )),
    );
  }
  return { el, render };
}
