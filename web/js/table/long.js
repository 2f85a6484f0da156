// Rows of coloured boxes, and long lists: sorted by any column, filtered by words and marks, each row leads to the map.

import { fill, h } from '../dom.js';
/** @import {Rich} from './rich.js' */
/** @import * as T from '../types.js' */

/** What somebody has set in a list; kept while the table is drawn anew. */
/** @typedef {{words: string, tags: Set<string>, column: number, down: boolean}} Wish */

/** @returns {Wish} */
export const noWish = () => ({ words: '', tags: new Set(), column: -1, down: false });

/** More rows than this are not drawn before somebody filters. */
const MOST = 120;
const SHOWN_TAGS = 14;

/** @param {T.Tag} tag */
export const chip = tag => h('span', { class: `tone-${tag.tone}`, title: tag.about || null }, tag.text);

/** @param {T.Strip} strip @param {Rich} rich */
function strip(strip, rich) {
  const words = strip.squares.map(({ ink, dot }) => (dot ? `${ink} with a dot` : ink)).join(', ');
  return h(
    'tr',
    { title: strip.about },
    h(
      'th',
      { scope: 'row' },
      strip.space
        ? h(
            'button',
            { type: 'button', class: 'to-map', onclick: () => rich.hooks.space(strip.space, true) },
            strip.label,
          )
        : strip.label,
    ),
    h(
      'td',
      {},
      h(
        'span',
        { class: 'squares', role: 'img', 'aria-label': words },
        ...strip.squares.map(({ ink, dot }) => h('i', { class: `box-${ink}${dot ? ' dotted' : ''}` })),
      ),
    ),
    h('td', {}, h('span', { class: 'chips' }, ...strip.notes.map(chip))),
  );
}

/** @param {{strips: T.Strip[]}} part @param {Rich} rich */
export const strips = (part, rich) =>
  h('table', { class: 'strips' }, h('tbody', {}, ...part.strips.map(one => strip(one, rich))));

/** Figures by size, words by letters, names with figures in them by both. @param {string} a @param {string} b */
const compare = (a, b) => a.localeCompare(b, 'en', { numeric: true });

/** @param {T.Item[]} items @param {Wish} wish */
export function wanted(items, { words, tags, column, down }) {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter(item => {
    const marks = item.tags.map(tag => tag.text);
    const text = [...item.cells, ...marks].join(' ').toLowerCase();
    return asked.every(word => text.includes(word)) && [...tags].every(tag => marks.includes(tag));
  });
  if (column < 0) return found;
  const sign = down ? -1 : 1;
  return [...found].sort((a, b) => sign * compare(a.cells[column] ?? '', b.cells[column] ?? ''));
}

/** @param {{heads: string[], items: T.Item[]}} part @param {Wish} wish @param {Rich} rich */
export function longList({ heads, items }, wish, rich) {
  const rows = h('tbody');
  const count = h('span', { class: 'many' });
  const input = h('input', {
    type: 'search',
    value: wish.words,
    placeholder: 'Only rows with…',
    'aria-label': 'Filter the list',
    oninput: () => {
      wish.words = input.value;
      draw();
    },
  });
  /** @type {Map<string, number>} */
  const many = new Map();
  for (const tag of items.flatMap(item => item.tags)) many.set(tag.text, (many.get(tag.text) ?? 0) + 1);
  const told = [...many].sort((a, b) => b[1] - a[1]).slice(0, SHOWN_TAGS);
  const chips = told.map(([tag, number]) => {
    const button = h(
      'button',
      {
        type: 'button',
        'aria-pressed': wish.tags.has(tag),
        'data-tag': tag,
        onclick: () => {
          if (!wish.tags.delete(tag)) wish.tags.add(tag);
          button.setAttribute('aria-pressed', String(wish.tags.has(tag)));
          draw();
        },
      },
      `${tag} ${number}`,
    );
    return button;
  });
  const tops = heads.map((head, n) =>
    h(
      'th',
      { scope: 'col' },
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            [wish.column, wish.down] = [n, wish.column === n && !wish.down];
            draw();
          },
        },
        head,
      ),
    ),
  );

  /** The cells, and below them the marks: side by side they would be too wide. @param {T.Item} item */
  const row = item => [
    h(
      'tr',
      { title: item.about || null, class: item.space ? 'item leads' : 'item', onclick: () => lead(item) },
      ...item.cells.map((cell, n) =>
        n === 0
          ? h('th', { scope: 'row' }, h('button', { type: 'button', class: 'to-map', onclick: () => lead(item) }, cell))
          : h('td', {}, cell),
      ),
    ),
    h(
      'tr',
      { class: 'marks' },
      h('td', { colspan: heads.length }, h('span', { class: 'chips' }, ...item.tags.map(chip))),
    ),
  ];
  /** @param {T.Item} item */
  const lead = item => item.space && rich.hooks.space(item.space, true);

  function draw() {
    const found = wanted(items, wish);
    tops.forEach((top, n) => {
      if (n === wish.column) top.setAttribute('aria-sort', wish.down ? 'descending' : 'ascending');
      else top.removeAttribute('aria-sort');
    });
    count.textContent = found.length > MOST ? `${MOST} of ${found.length}` : `${found.length}`;
    fill(rows, ...found.slice(0, MOST).flatMap(row));
  }
  draw();
  return h(
    'div',
    { class: 'long-list' },
    h('div', { class: 'log-tools' }, h('div', { class: 'row' }, input, count), h('div', { class: 'log-chips' }, ...chips)),
    h('div', { class: 'scroll' }, h('table', {}, h('thead', {}, h('tr', {}, ...tops)), rows)),
  );
}
