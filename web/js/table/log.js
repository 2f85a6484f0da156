// What happened, line by line, with what was drawn and the rules behind it.

import { h, keyed } from '../dom.js';
import { cardChip } from './cards.js';
import { folds } from './folds.js';
import { chits } from './rich.js';
import { shown as shownNow } from './state.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */
/** @import {Rich} from './rich.js' */
/** @import * as T from '../types.js' */

/** @typedef {{line: T.LogLine, key: string, from: number, inside?: number}} Entry */

/** @param {T.LogLine} line @param {Rich} rich */
export function lineBody(line, rich) {
  const why =
    line.rules.length > 0 &&
    h(
      'button',
      {
        type: 'button',
        class: 'why',
        'aria-label': `Why? ${line.rules.map(rule => `Rule ${rule}`).join(', ')}`,
        onclick: () => rich.hooks.why(line.rules),
      },
      h('span', { class: 'numbers' }, line.rules.map(rule => rule.replace(/^(\d+)\.[a-z]\w*$/, 'p. $1')).join(' ')),
      ' why?',
    );
  return [
    h('span', { class: 'chits' }, ...(line.card ? [cardChip(line.card)] : chits(line.dice))),
    h('span', { class: 'words' }, ...rich.text(line.text), ' ', why),
  ];
}

/** A line as text. @param {T.LogLine} line */
const asText = ({ text, dice, rules }) =>
  [dice.length ? `(${dice.join(', ')})` : '', text, rules.length ? `[${rules.join(', ')}]` : ''].filter(Boolean).join(' ');

/** Headings of phases in which nothing happened say nothing. @param {T.LogLine[]} lines */
export const told = lines =>
  lines.filter((line, n) => !(line.heading && line.text.startsWith('Phase') && (lines[n + 1]?.heading ?? false)));

/** @param {Desk} desk @param {Rich} rich */
export function logPanel(desk, rich) {
  const list = h('ol', { class: 'lines', 'aria-label': 'Log' });
  const wanted = h('input', {
    type: 'search',
    class: 'log-filter',
    placeholder: 'Only lines with… (a side, a force, a hex, a rule)',
    'aria-label': 'Filter the log',
    oninput: () => render(desk.state),
  });
  /** What the log shows now, as text: dice in brackets, then the rules. */
  const copy = h(
    'button',
    {
      type: 'button',
      class: 'copy-log',
      'data-do': 'copy-log',
      title: 'Copy these lines',
      onclick: () => {
        const text = inSight.map(({ line }) => asText(line)).join('\n');
        navigator.clipboard.writeText(text).then(
          () => desk.tell(`${inSight.length} lines copied.`),
          () => desk.tell('This browser does not let the page copy.'),
        );
      },
    },
    'Copy',
  );
  /** What is shown. @type {Entry[]} */
  let inSight = [];
  const chips = h('div', { class: 'log-chips', role: 'group', 'aria-label': 'Only lines of' });
  const el = h(
    'section',
    { class: 'log', 'data-tab': 'log', tabindex: 0, 'aria-label': 'Log' },
    h('div', { class: 'log-tools' }, h('div', { class: 'row' }, wanted, copy), chips),
    list,
  );

  /** Switches a word of the filter on or off. @param {string} word */
  function toggle(word) {
    const words = wanted.value.split(/\s+/).filter(Boolean);
    const rest = words.filter(one => one !== word);
    wanted.value = (rest.length === words.length ? [...words, word] : rest).join(' ');
    render(desk.state);
  }

  /** Battles and the like that somebody wants to read blow by blow, by the keys of the lines that sum them up. @type {Set<string>} */
  const unfolded = new Set();

  /** Entries that are shown: of those that belong together the last, unless they were opened. @param {Entry[]} all */
  function withoutFolds(all) {
    const inside = new Set();
    for (const [end, { from, count }] of folds(all.map(entry => entry.line))) {
      const sum = all[end];
      if (!sum) continue;
      sum.inside = count;
      if (!unfolded.has(sum.key)) for (let n = from; n < end; n += 1) inside.add(n);
    }
    return all.filter((_, n) => !inside.has(n));
  }

  /** @param {Entry} entry */
  function unfold(entry) {
    const button = h('button', { type: 'button', class: 'unfold', 'data-do': 'unfold' });
    const name = () => {
      const open = unfolded.has(entry.key);
      button.textContent = open ? 'less' : `blow by blow (${entry.inside ?? 0})`;
      button.setAttribute('aria-expanded', String(open));
    };
    button.onclick = () => {
      if (!unfolded.delete(entry.key)) unfolded.add(entry.key);
      name();
      render(desk.state);
    };
    name();
    return button;
  }

  let offered = '';
  /** Sides that lines speak of, and rules that they cite most: one press each. @param {State} now */
  function drawChips(now) {
    const sides = desk.game.together ? [] : now.summary.seats.map(seat => seat.label.split(' ')[0] ?? '');
    /** @type {Map<string, number>} */
    const cited = new Map();
    for (const rule of now.log.flatMap(line => line.rules)) {
      const chapter = `[${rule.split('.')[0]}.`;
      cited.set(chapter, (cited.get(chapter) ?? 0) + 1);
    }
    const chapters = [...cited].filter(([, many]) => many > 1).map(([chapter]) => chapter);
    chapters.sort((a, b) => parseInt(a.slice(1), 10) - parseInt(b.slice(1), 10));
    // Where all are on one side, whoever acts or has a board of their own.
    const units = desk.game.together ? shownNow(now).scene.sheets.flatMap(sheet => sheet.piece ?? []) : [];
    const cut = chapters.filter(chapter => /\d/.test(chapter));
    const all = sides.length ? [...sides, ...cut] : [...new Set(units)].slice(0, 8);
    const on = new Set(wanted.value.split(/\s+/));
    const signature = `${all.join()} ${[...on].join()}`;
    if (signature === offered) return;
    offered = signature;
    chips.replaceChildren(
      ...all.map(word =>
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': on.has(word),
            title: word.startsWith('[') ? `Only what chapter ${word.slice(1, -1)} brought about` : `Only ${word}`,
            onclick: () => toggle(word),
          },
          word.startsWith('[') ? `§ ${word.slice(1, -1)}` : word,
        ),
      ),
    );
  }

  /** Whether a line has every word that is wanted, in its text or as a rule. @param {T.LogLine} line @param {string[]} words */
  const fits = (line, words) => {
    const cited = line.rules.flatMap(rule => [`[${rule}]`, `[${rule.split('.')[0]}.]`]);
    const text = [line.text, ...cited].join(' ').toLowerCase();
    return words.every(word => text.includes(word));
  };
  /** @type {Map<string, HTMLLIElement>} */
  const kept = new Map();
  let size = -1;
  let behind = false;

  /** @param {T.LogLine[]} log @returns {Entry[]} */
  function entries(log) {
    let [n, after, from] = [0, -1, 0];
    return log.map(line => {
      if (line.after !== after) [from, after, n] = [Math.max(after, 0), line.after, 0];
      n += 1;
      return { line, from, key: `${line.after}.${n}.${line.text}` };
    });
  }

  /** Only what can still be taken back, and alone: something drawn stays drawn. @param {Entry} entry */
  function takeBack({ line, from }) {
    const label = 'Take back only this';
    return h(
      'button',
      {
        type: 'button',
        class: 'only',
        title: label,
        'aria-label': `${label}: ${line.text}`,
        onclick: () => desk.undo(from, line.after),
      },
      '⌫',
    );
  }

  /** @param {Entry} entry */
  function make(entry) {
    const { line } = entry;
    if (line.heading) return h('li', { class: 'heading' }, h('h3', {}, ...lineBody(line, rich)));
    const sums = entry.inside ? unfold(entry) : null;
    return h('li', { class: sums ? 'sums' : '' }, ...lineBody(line, rich), sums, takeBack(entry));
  }

  /** @param {State} now */
  function render(now) {
    drawChips(now);
    const until = now.past?.moves ?? Infinity;
    const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
    // What a line would take back is told by its neighbours, shown or not.
    const all = entries(told(now.log.filter(line => line.after <= until)));
    const shown = words.length ? all.filter(({ line }) => fits(line, words)) : withoutFolds(all);
    inSight = shown;
    const since = now.past || words.length ? null : now.since;
    const first = since === null ? undefined : shown.find(({ line }) => line.after > since)?.line;
    const fresh = new Set(now.past ? [] : now.news.map(line => `${line.after}.${line.text}`));
    const floor = now.past ? Infinity : (now.table.undo_to ?? Infinity);
    keyed(
      list,
      kept,
      shown,
      entry => entry.key,
      make,
      (item, { line, from }) => {
        item.classList.toggle('since', line === first);
        item.classList.toggle('fresh', fresh.has(`${line.after}.${line.text}`));
        item.classList.toggle('loose', from >= floor && line.after <= now.table.moves && now.table.may_undo);
      },
    );
    if (shown.length !== size) {
      size = shown.length;
      behind = true;
      catchUp();
    }
  }

  /** Goes to the last line, as soon as the log is in sight. */
  function catchUp() {
    requestAnimationFrame(() => {
      if (!behind || el.offsetParent === null) return;
      behind = false;
      el.scrollTop = el.scrollHeight;
    });
  }
  return { el, render, catchUp };
}
