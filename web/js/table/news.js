// What happened by itself, told one line after another. It never holds the player up.

import { h } from '../dom.js';
import { lineBody } from './log.js';
/** @import {State} from './state.js' */
/** @import {Rich} from './rich.js' */
/** @import {LogLine} from '../types.js' */

/** Fewer lines need no telling: they stand in the log. */
const WORTH_TELLING = 3;
const MOST = 60;
const KEPT = 5;

/** A line that is alone after its move only reports the move. @param {LogLine[]} lines */
function eventful(lines) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { after } of lines) counts.set(after, (counts.get(after) ?? 0) + 1);
  return lines.filter(line => (counts.get(line.after) ?? 0) > 1);
}

/** Of much that happened, the last turn or phase. @param {LogLine[]} lines */
function recent(lines) {
  if (lines.length <= MOST) return lines;
  return lines.slice(
    Math.max(
      lines.findLastIndex(line => line.heading),
      lines.length - MOST,
    ),
  );
}

/** @param {Rich} rich @param {(spaces: string[]) => void} ping */
export function newsPanel(rich, ping) {
  const list = h('ol', { 'aria-live': 'off' });
  const count = h('span', { class: 'many' });
  const pause = h('button', { type: 'button', onclick: () => (timer ? hold() : next()) }, 'Pause');
  const skip = h(
    'button',
    { type: 'button', 'data-do': 'skip', onclick: () => end() },
    'Skip',
    h('kbd', { 'aria-hidden': 'true' }, 'N'),
  );
  const el = h(
    'section',
    { class: 'news', 'aria-label': 'What happened', hidden: true },
    h('div', { class: 'news-head' }, h('b', {}, 'Meanwhile'), count, pause, skip),
    list,
  );
  /** @type {LogLine[]} */
  let seen = [];
  /** @type {LogLine[]} */
  let told = [];
  /** @type {LogLine[]} */
  let queue = [];
  let timer = 0;

  function hold() {
    clearTimeout(timer);
    timer = 0;
    pause.textContent = 'Go on';
  }

  function end() {
    clearTimeout(timer);
    timer = 0;
    queue = [];
    el.hidden = true;
    ping([]);
  }

  function next() {
    const line = queue.shift();
    if (!line) {
      pause.hidden = true;
      timer = window.setTimeout(end, 5000);
      return;
    }
    pause.textContent = 'Pause';
    list.append(h('li', { class: line.heading ? 'heading' : '' }, ...lineBody(line, rich)));
    while (list.children.length > KEPT) list.firstElementChild?.remove();
    count.textContent = `${told.length - queue.length} of ${told.length}`;
    ping([...line.text.matchAll(/[\p{L}\p{N}-]+/gu)].map(match => match[0]).filter(word => rich.plane.spots.has(word)));
    timer = window.setTimeout(next, Math.min(2600, 500 + line.text.length * 14));
  }

  /** @param {State} now */
  function render(now) {
    if (now.past) return end();
    if (now.news === seen) return;
    end();
    seen = now.news;
    told = recent(eventful(seen));
    if (told.length < WORTH_TELLING || now.table.over) return;
    queue = [...told];
    list.replaceChildren();
    pause.hidden = false;
    el.hidden = false;
    next();
  }
  return { el, render, skip: end };
}
