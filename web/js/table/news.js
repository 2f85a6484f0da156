// What happened by itself, told one line and one card after another. It never holds the player up.

import { h } from '../dom.js';
import { setTaste, taste } from '../keys.js';
import { cardFace } from './cards.js';
import { brief } from './folds.js';
import { lineBody, told as worded } from './log.js';
/** @import {State} from './state.js' */
/** @import {Rich} from './rich.js' */
/** @import {LogLine} from '../types.js' */

/** Fewer lines need no telling: they stand in the log. */
const WORTH_TELLING = 3;
const MOST = 60;
const KEPT = 5;
/** Cards that lie on the table at once. */
const HAND = 5;
/** Milliseconds that the last line stays. */
const LINGERS = 5000;

/** A line that is alone after its move only reports the move. @param {LogLine[]} lines */
function eventful(lines) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { after } of lines) counts.set(after, (counts.get(after) ?? 0) + 1);
  return lines.filter(line => line.card !== null || (counts.get(line.after) ?? 0) > 1);
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

/** What a card says is on the card; the line that follows says what comes of it. @param {LogLine[]} lines */
const worth = lines => lines.length >= WORTH_TELLING || lines.some(line => line.card !== null);

/** @param {Rich} rich @param {(spaces: string[]) => void} ping */
export function newsPanel(rich, ping) {
  const list = h('ol', { 'aria-live': 'off' });
  const hand = h('div', { class: 'hand', 'aria-label': 'Cards' });
  const count = h('span', { class: 'many' });
  const pause = h('button', { type: 'button', 'data-do': 'pause', onclick: () => (timer ? hold() : next()) }, 'Pause');
  const pace = h(
    'button',
    {
      type: 'button',
      class: 'pace',
      'data-do': 'faster',
      title: 'Tell everything at once, and stop nowhere',
      onclick: () => change(),
    },
    'Faster',
  );
  const skip = h(
    'button',
    { type: 'button', 'data-do': 'skip', onclick: () => end() },
    'Skip',
    h('kbd', { 'aria-hidden': 'true' }, 'N'),
  );
  const el = h(
    'section',
    { class: 'news', 'aria-label': 'What happened', hidden: true },
    h('div', { class: 'news-head' }, h('b', {}, 'Meanwhile'), count, pause, pace, skip),
    h('div', { class: 'telling' }, hand, list),
  );
  /** @type {LogLine[]} */
  let seen = [];
  /** @type {LogLine[]} */
  let told = [];
  /** @type {LogLine[]} */
  let queue = [];
  let timer = 0;
  let fast = taste('news.fast', false) === true;

  function change() {
    fast = !fast;
    setTaste('news.fast', fast);
    showPace();
    if (fast && queue.length > 0) next();
  }
  const showPace = () => pace.setAttribute('aria-pressed', String(fast));
  showPace();

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

  /** @param {LogLine} line */
  function tell(line) {
    if (line.card) {
      const face = cardFace(line.card);
      if (!fast) face.classList.add('arrives');
      hand.append(face);
      while (hand.children.length > HAND) hand.firstElementChild?.remove();
      hand.scrollLeft = hand.scrollWidth;
    } else {
      const kind = [line.heading && 'heading', line.cue && `cue cue-${line.cue}`].filter(Boolean).join(' ');
      list.append(h('li', { class: kind }, ...lineBody(line, rich)));
      while (list.children.length > KEPT) list.firstElementChild?.remove();
    }
    // The cards of a phase that is over are put away.
    if (line.heading) hand.replaceChildren();
    el.classList.toggle('with-cards', hand.children.length > 0);
    count.textContent = `${told.length - queue.length} of ${told.length}`;
  }

  function next() {
    clearTimeout(timer);
    let line = queue.shift();
    while (fast && line && queue.length > 0) {
      tell(line);
      line = queue.shift();
    }
    if (!line) {
      pause.hidden = true;
      timer = window.setTimeout(end, LINGERS);
      return;
    }
    pause.textContent = 'Pause';
    tell(line);
    const words = [...line.text.matchAll(/\d+,\d+|[\p{L}\p{N}-]+/gu)].map(match => match[0]);
    ping(words.filter(word => rich.plane.spots.has(word)));
    // What matters is left in sight until somebody has seen it.
    if (line.cue && !fast && queue.length > 0) return hold();
    timer = window.setTimeout(next, line.card ? 850 : Math.min(2600, 500 + line.text.length * 14));
  }

  /** @param {State} now */
  function render(now) {
    if (now.past) return end();
    if (now.news === seen) return;
    end();
    seen = now.news;
    told = recent(eventful(brief(worded(seen))));
    if (!worth(told) || now.table.over) return;
    queue = [...told];
    list.replaceChildren();
    hand.replaceChildren();
    pause.hidden = false;
    el.hidden = false;
    next();
  }
  return { el, render, skip: end };
}
