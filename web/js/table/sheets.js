// Boards of units, tracks and the like: what lies on each player's own board.

import { fill, h } from '../dom.js';
import { light, overBoard } from './counters.js';
import { longList, noWish, strips } from './long.js';
import { notesPanel } from './notes.js';
import { shown } from './state.js';
/** @import {State} from './state.js' */
/** @import {Rich} from './rich.js' */
/** @import * as T from '../types.js' */

/** @param {{title: string, slots: T.Slot[]}} part */
function slots(part) {
  const boxes = part.slots.map(slot =>
    h(
      'div',
      { class: `slot tone-${slot.tone}`, title: slot.about },
      h('b', {}, slot.label),
      ...slot.lines.map(line => h('span', {}, line, h('br'))),
    ),
  );
  const wordy = boxes.length > 5 && part.slots.some(slot => slot.label.length > 7);
  return h('div', { class: wordy ? 'slots many-slots' : 'slots' }, ...boxes);
}

/** @param {T.Gauge} gauge */
function bar(gauge) {
  const cells = Array.from({ length: gauge.most }, (_, n) =>
    h('i', { class: [n < gauge.level && 'full', n < gauge.floor && 'floor'].filter(Boolean).join(' ') }),
  );
  const floor = gauge.floor ? `, never below ${gauge.floor}` : '';
  return h(
    'div',
    {
      class: `gauge tone-${gauge.tone}`,
      role: 'img',
      'aria-label': `${gauge.label}: ${gauge.level} of ${gauge.most}, ${gauge.text}${floor}`,
    },
    h('span', {}, gauge.label),
    h('span', { class: 'cells' }, ...cells),
    h('span', {}, gauge.text),
  );
}

/** @param {{rungs: T.Rung[], columns: T.Climber[]}} part */
function ladder({ rungs, columns }) {
  // Far below everything, only what is printed there is of interest.
  const deepest = Math.max(1, ...columns.map(one => one.rung));
  const rows = rungs.flatMap((rung, n) => {
    if (n > deepest + 3 && !rung.note) return [];
    return [
      h(
        'tr',
        { class: `tone-${rung.tone}` },
        h('th', { scope: 'row' }, rung.label),
        ...columns.map(one => h('td', {}, one.rung === n ? h('b', { class: `tone-${one.tone}` }, one.label) : null)),
        h('td', { class: 'note' }, rung.note),
      ),
    ];
  });
  const holds = columns.flatMap(one => one.notes.map(note => h('li', {}, h('b', {}, one.label), ` ${note}`)));
  return h('div', {}, h('table', { class: 'ladder' }, h('tbody', {}, ...rows)), h('ul', { class: 'holds' }, ...holds));
}

/** @param {{parties: string[], lanes: T.Lane[]}} part */
function lanes({ parties, lanes: rows }) {
  const chip = (/** @type {T.LaneCounter} */ one) =>
    h(
      'div',
      { class: `lane-counter tone-${one.tone}`, 'data-counter': one.id },
      h('b', {}, one.label),
      one.values ? h('span', { class: 'values' }, one.values) : null,
      ...one.marks.map(mark => h('small', {}, mark)),
    );
  // Who brings fewer leaves room to the others.
  const most = parties.map((_, n) => Math.max(2, ...rows.map(lane => lane.counters[n]?.length ?? 0)));
  const room = most.map(many => h('col', { class: many < Math.max(...most) ? `room-${Math.min(many, 4)}` : '' }));
  return h(
    'table',
    { class: 'lanes' },
    h('colgroup', {}, h('col', { class: 'room-names' }), ...room),
    h('thead', {}, h('tr', {}, h('td', {}), ...parties.map(party => h('th', { scope: 'col' }, party)))),
    h(
      'tbody',
      {},
      ...rows.map(lane =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, lane.id ? h('span', { 'data-counter': lane.id }, lane.label) : lane.label),
          ...lane.counters.map(some => h('td', {}, ...some.map(chip))),
        ),
      ),
    ),
  );
}

/** @param {T.Part} part @param {Rich} rich @param {import('./long.js').Wish} wish */
function body(part, rich, wish) {
  if ('strips' in part) return strips(part.strips, rich);
  if ('list' in part) return longList(part.list, wish, rich);
  if ('lanes' in part) return lanes(part.lanes);
  if ('slots' in part) return slots(part.slots);
  if ('gauges' in part) return h('div', {}, ...part.gauges.gauges.map(bar));
  if ('ladder' in part) return ladder(part.ladder);
  if ('tags' in part) {
    const tags = part.tags.tags.map(tag =>
      h('span', { class: `tone-${tag.tone}`, title: tag.about }, ...rich.text(tag.text)),
    );
    if (tags.length === 0) return part.tags.title ? h('p', { class: 'none' }, 'none') : h('div', { hidden: true });
    return h('div', { class: 'chips' }, ...tags);
  }
  const rows = part.rows.rows.map(row => h('tr', {}, ...row.map(cell => h('td', {}, ...rich.text(cell)))));
  return rows.length
    ? h('table', { class: 'rows' }, h('tbody', {}, ...rows))
    : h('p', { class: 'none' }, 'none');
}

/** @param {T.Part} part */
const titleOf = part => Object.values(part)[0].title;

/** The parts of a sheet, each under its title. @param {T.Sheet} sheet @param {Rich} rich @param {import('./long.js').Wish} [wish] */
export const parts = (sheet, rich, wish = noWish()) =>
  sheet.parts.map(part => {
    const title = titleOf(part);
    return h('div', {}, title ? h('h4', {}, ...rich.text(title)) : null, body(part, rich, wish));
  });

/** @param {Rich} rich @param {import('./counters.js').Hands} hands */
export function sheetsPanel(rich, hands) {
  const list = h('div', { class: 'board-list' });
  const notes = notesPanel();
  const el = h(
    'section',
    { class: 'boards', 'data-tab': 'boards', tabindex: 0, 'aria-label': 'Boards' },
    list,
    notes.el,
  );
  /** What the player opened or closed by hand. @type {Map<string, boolean>} */
  const wished = new Map();
  /** What is wanted of long lists. @type {Map<string, import('./long.js').Wish>} */
  const wishes = new Map();
  /** @param {string} id */
  function wishOf(id) {
    const wish = wishes.get(id) ?? noWish();
    wishes.set(id, wish);
    return wish;
  }
  let drawn = '';

  /** @param {T.Sheet} sheet @param {string | null} you */
  function details(sheet, you) {
    const mine = sheet.seat !== '' && sheet.seat === you;
    const open = wished.get(sheet.id) ?? (sheet.lies !== 'folded' && (mine || sheet.seat === '' || you === null));
    const item = h(
      'details',
      { open, class: mine ? 'mine' : '', 'data-sheet': sheet.id, 'data-piece': sheet.piece },
      h('summary', {}, h('b', {}, sheet.title), h('span', { class: 'many' }, ...rich.text(sheet.note, false))),
      h('div', { class: 'body' }, ...parts(sheet, rich, wishOf(sheet.id))),
    );
    item.querySelector('summary')?.addEventListener('click', () => wished.set(sheet.id, !item.open));
    return item;
  }

  /** @param {State} now */
  function render(now) {
    notes.render(now);
    const { sheets: all, prompt } = shown(now).scene;
    const [you, laid] = [now.table.you, overBoard(now)];
    const sheets = all.filter(sheet => !laid.includes(sheet));
    const signature = JSON.stringify([sheets, you, prompt?.offers.map(offer => offer.choice), now.past !== null]);
    if (signature === drawn) return;
    drawn = signature;
    // One's own board lies on top.
    const own = (/** @type {T.Sheet} */ sheet) => Number(you !== null && sheet.seat === you);
    const order = [...sheets].sort((a, b) => own(b) - own(a));
    fill(list, ...order.map(sheet => details(sheet, you)));
    light(list, now.past ? null : prompt, hands);
  }

  /** Opens the sheet of a piece, if it has one. @param {string} piece */
  function show(piece) {
    const item = [...el.querySelectorAll('details')].find(one => one.dataset['piece'] === piece);
    if (!item) return false;
    wished.set(item.dataset['sheet'] ?? '', true);
    item.open = true;
    item.scrollIntoView({ block: 'nearest' });
    return true;
  }
  return { el, render, show };
}
