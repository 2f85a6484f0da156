// What needs no browser: the reader of tables, and the plane of a board.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Plane } from '../js/board/geometry.js';
import { brief, folds } from '../js/table/folds.js';
import { noWish, wanted } from '../js/table/long.js';
import { parse } from '../js/table/toml.js';

test('tables are read as they are written', () => {
  const text = `# data.toml
[table.air]
source = "printed"
bands = [[1, 2], [3, 7]] # two
cells = [
  ["1-2", "-"],
  ["1", "a \\"b\\""],
]
on = true
half = 1_000.5
[[map.base]]
id = "north"
at = { row = 3, name = 'x y' }
[[map.base]]
id = "south"
`;
  assert.deepEqual(parse(text), {
    table: {
      air: {
        source: 'printed',
        bands: [
          [1, 2],
          [3, 7],
        ],
        cells: [
          ['1-2', '-'],
          ['1', 'a "b"'],
        ],
        on: true,
        half: 1000.5,
      },
    },
    map: { base: [{ id: 'north', at: { row: 3, name: 'x y' } }, { id: 'south' }] },
  });
  assert.throws(() => parse('a = = 1'));
});

/** Two rows of hexes, the upper one shifted half a hex. */
const board = {
  outlines: [],
  labels: [],
  places: [],
  spaces: [1, 2].flatMap(row =>
    [1, 2, 3].map(column => ({
      id: `0${row}0${column}`,
      x: column + (row === 2 ? 0.5 : 0),
      y: row * Math.sqrt(0.75),
      grid: [row, column],
      playing: true,
      shape: 'hex',
      label: '',
    })),
  ),
  mood: 'chart',
};

test('the hex under a point is the one it lies in', () => {
  const plane = new Plane(board);
  assert.equal(plane.under(2, -Math.sqrt(0.75))?.id, '0102');
  assert.equal(plane.under(1.5, -2 * Math.sqrt(0.75) + 0.2)?.id, '0201');
  assert.equal(plane.under(9, 9), null);
});

test('a border has only the edges that nobody shares', () => {
  const plane = new Plane(board);
  const edges = ids => plane.border(ids).split('M').length - 1;
  assert.equal(edges(['0101']), 6);
  assert.equal(edges(['0101', '0102']), 10);
  assert.equal(edges(['0101', '0102', '0201']), 12);
});

test('arrows go to the nearest lit hex in their direction', () => {
  const plane = new Plane(board);
  const from = plane.spots.get('0101');
  assert.equal(plane.towards(from, 1, 0, ['0102', '0103', '0201'])?.id, '0102');
  assert.equal(plane.towards(from, 0, -1, ['0102', '0201'])?.id, '0201');
  assert.equal(plane.towards(from, -1, 0, ['0102']), null);
});

test('no page of the table writes script or style into the document', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const html = fs.readFileSync(path.join(root, 'index.html'), 'utf8');
  assert.doesNotMatch(html, /style=|<style|onclick=|<script(?![^>]*\ssrc=)/);
  for (const file of fs.readdirSync(path.join(root, 'js'), { recursive: true })) {
    if (!String(file).endsWith('.js')) continue;
    const text = fs.readFileSync(path.join(root, 'js', String(file)), 'utf8');
    assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|\beval\(|setAttribute\('style'/, String(file));
    assert.ok(text.split('\n').length < 320, `${file} is short`);
  }
});

test('the page asks for all its modules at once', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const html = fs.readFileSync(path.join(root, 'index.html'), 'utf8');
  const asked = [...html.matchAll(/modulepreload" href="\/assets\/js\/([^"]+)"/g)].map(match => match[1]);
  const own = ['main.js', 'types.js'];
  const there = fs.readdirSync(path.join(root, 'js'), { recursive: true }).map(String);
  const wanted = there.filter(file => file.endsWith('.js') && !own.includes(file));
  assert.deepEqual(asked.sort(), wanted.sort());
});

test('lines that belong together are told by the last of them, once it has come', () => {
  const line = (text, fold) => ({ text, fold });
  const lines = [line('week'), line('attacks', 'begins'), line('hit'), line('sum', 'ends'), line('again', 'begins')];
  assert.deepEqual([...folds(lines)], [[3, { from: 1, count: 2 }]]);
  assert.deepEqual(
    brief(lines).map(one => one.text),
    ['week', 'sum', 'again'],
    'what goes on is told in full',
  );
});

test('a long list is filtered by words and marks, and sorted as people sort', () => {
  const item = (name, ...tags) => ({ cells: [name], tags: tags.map(text => ({ text })) });
  const items = [item('U-10', 'patrol'), item('U-9', 'patrol', 'damaged'), item('U-100')];
  const names = wish => wanted(items, { ...noWish(), ...wish }).map(one => one.cells[0]);
  assert.deepEqual(names({}), ['U-10', 'U-9', 'U-100']);
  assert.deepEqual(names({ column: 0 }), ['U-9', 'U-10', 'U-100']);
  assert.deepEqual(names({ column: 0, down: true }), ['U-100', 'U-10', 'U-9']);
  assert.deepEqual(names({ tags: new Set(['patrol']), words: 'dam' }), ['U-9']);
});
