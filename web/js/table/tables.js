// A table of the game, laid out as a table.

import { h } from '../dom.js';
import { parse } from './toml.js';
/** @import {Dictionary, Value} from './toml.js' */
/** @import {TableText} from '../types.js' */

const ASIDE = new Set(['source', 'note']);
const SOURCES = new Map([
  ['printed', 'as printed in the game'],
  ['derived', 'derived from what is printed'],
  ['public', 'from a public source'],
  ['designed', 'designed by us to fill a gap'],
]);

/** @param {Value} value @returns {value is Dictionary} */
const isTable = value => typeof value === 'object' && !Array.isArray(value);
/** @param {string} key */
const words = key => key.replaceAll('_', ' ').replaceAll('-', ' ');

/** @param {Value} value @returns {string} */
function plain(value) {
  if (Array.isArray(value))
    return value.length === 2 && value.every(item => typeof item === 'number' && item >= 0)
      ? value.join('–')
      : value.map(plain).join(', ');
  if (isTable(value))
    return Object.entries(value)
      .map(([key, item]) => `${words(key)} ${plain(item)}`)
      .join(', ');
  return String(value);
}

/** @param {Value} row @returns {Value[]} */
const cells = row => (Array.isArray(row) ? row : typeof row === 'string' ? [...row] : [row]);

/** @param {Value[]} rows @param {Heads} heads */
function grid(rows, heads) {
  if (rows.every(isTable)) {
    const columns = [...new Set(rows.flatMap(row => Object.keys(row)))].filter(key => !ASIDE.has(key));
    const head = h('tr', {}, ...columns.map(column => h('th', { scope: 'col' }, words(column))));
    return h(
      'table',
      {},
      h('thead', {}, head),
      h(
        'tbody',
        {},
        ...rows.map(row =>
          h('tr', {}, ...columns.map(column => h('td', {}, row[column] === undefined ? '' : plain(row[column])))),
        ),
      ),
    );
  }
  const corner = [heads.down?.[0], heads.along?.[0]]
    .filter(name => name !== undefined)
    .map(words)
    .join(' \\ ');
  const head =
    heads.along &&
    h(
      'thead',
      {},
      h('tr', {}, h('th', {}, corner), ...heads.along[1].map(name => h('th', { scope: 'col' }, plain(name)))),
    );
  const body = rows.map((row, n) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, plain(heads.down?.[1][n] ?? n)),
      ...cells(row).map(cell => h('td', {}, plain(cell))),
    ),
  );
  return h('table', { class: 'cells' }, head, h('tbody', {}, ...body));
}

/** @typedef {{down?: [string, Value[]], along?: [string, Value[]]}} Heads lists that name the rows and the columns of a grid */

/** Lists beside a grid that are as long as it is high or wide are its headings. @param {[string, Value][]} entries @returns {Heads} */
function headings(entries) {
  const found = entries.find(([, value]) => isGrid(value) && !value.every(isTable));
  if (!found) return {};
  const rows = /** @type {Value[]} */ (found[1]);
  const [high, wide] = [rows.length, Math.max(...rows.map(row => cells(row).length))];
  /** @type {[string, Value[]][]} */
  const lists = entries
    .filter(entry => entry !== found && Array.isArray(entry[1]) && !isGrid(entry[1]))
    .map(([key, value]) => [key, /** @type {Value[]} */ (value)]);
  /** @type {Heads} */
  const heads = {};
  for (const list of lists) {
    if (list[1].length === wide && !heads.along) heads.along = list;
    else if (list[1].length === high && !heads.down) heads.down = list;
  }
  return heads;
}

/** Rows of a grid: lists of lists, or lines of one length with a letter a cell. @param {Value} value @returns {value is Value[]} */
function isGrid(value) {
  if (!Array.isArray(value) || value.length < 2) return false;
  if (value.every(isTable)) return true;
  if (value.every(item => Array.isArray(item))) return value.some(item => /** @type {Value[]} */ (item).length > 2);
  const texts = value.filter(item => typeof item === 'string');
  return (
    texts.length === value.length &&
    value.length > 3 &&
    new Set(texts.map(text => text.length)).size === 1 &&
    (texts[0]?.length ?? 0) > 4
  );
}

/** @param {Dictionary} table @returns {Node[]} */
function body(table) {
  const entries = Object.entries(table).filter(([key]) => !ASIDE.has(key));
  const heads = headings(entries);
  const used = new Set([heads.down?.[0], heads.along?.[0]]);
  const simple = entries.filter(([key, value]) => !used.has(key) && !isGrid(value) && !isTable(value));
  const deep = entries.filter(([, value]) => isGrid(value) || isTable(value));
  const list =
    simple.length > 0
      ? [
          h(
            'table',
            {},
            h(
              'tbody',
              {},
              ...simple.map(([key, value]) =>
                h('tr', {}, h('th', { scope: 'row' }, words(key)), h('td', {}, plain(value))),
              ),
            ),
          ),
        ]
      : [];
  return [
    ...list,
    ...deep.flatMap(([key, value]) => [
      h('h5', {}, words(key)),
      h(
        'div',
        { class: 'scroll' },
        ...(isGrid(value) ? [grid(value, heads)] : body(/** @type {Dictionary} */ (value))),
      ),
    ]),
  ];
}

/** A table by its path; one of a list by its id. @param {Dictionary} root @param {string} name */
function find(root, name) {
  /** @type {Value} */
  let found = root;
  for (const key of name.split('.')) {
    /** @type {Value | undefined} */
    const next = Array.isArray(found)
      ? (found.find(item => isTable(item) && item['id'] === key) ?? (found.length === 1 ? found[0] : undefined))
      : isTable(found)
        ? found[key]
        : undefined;
    if (next === undefined) return root;
    found = next;
  }
  return isTable(found) ? found : root;
}

/** @param {TableText} text */
export function tableCard(text) {
  let content;
  try {
    content = body(find(parse(text.toml), text.name));
  } catch {
    content = [h('pre', {}, text.toml)];
  }
  const origins = text.provenance.map(({ table, source, note }) =>
    h('p', { class: 'origin' }, h('b', {}, `${table}: ${SOURCES.get(source) ?? source}. `), note),
  );
  return h(
    'article',
    { class: 'table-card' },
    h('h4', {}, words(text.name.split('.').at(-1) ?? text.name)),
    h('div', { class: 'scroll' }, ...content),
    ...origins,
  );
}
