// Placing many is not many chores.

import assert from 'node:assert/strict';
import { after as afterAll, before, test } from 'node:test';
import { after, begin, clean, clickShape, moves, open, picture, question, visitor } from './support.mjs';

let browser;
before(async () => {
  browser = await open();
});
afterAll(() => browser.close());

const hex = (page, space) => page.locator(`.lit-layer [data-space="${space}"]`);

async function middle(page, space) {
  const box = await hex(page, space).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test('packs are laid along a line by one drag, and by single clicks', async () => {
  const page = await visitor(browser);
  await begin(page);
  await after(page, () => page.locator('[data-choice="deploy pack6"]').click());
  await after(page, () => clickShape(page, hex(page, '1016')));
  assert.match(await question(page), /42 are left/);

  await page.locator('[data-do=repeat]').click();
  await page.locator('.table.brushing').waitFor();
  const before = await moves(page);
  const [[x1, y1], [x2, y2]] = [await middle(page, '1216'), await middle(page, '1219')];
  await after(page, async () => {
    await page.mouse.move(x1, y1);
    await page.mouse.down();
    await page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2, { steps: 8 });
    await page.mouse.move(x2, y2, { steps: 8 });
    await picture(page, 'desktop-brush');
    await page.mouse.up();
  });
  assert.equal(await moves(page), before + 8, 'four packs by one drag');
  assert.match(await question(page), /18 are left/);
  for (const space of ['1216', '1217', '1218', '1219'])
    assert.equal(await page.locator(`.handle[data-space="${space}"]`).count(), 1);

  await after(page, () => clickShape(page, hex(page, '0816')));
  assert.match(await question(page), /12 are left/, 'a click lays one more');

  // The last button can no longer be pressed when all are placed: the brush ends by itself.
  await after(page, () => clickShape(page, hex(page, '0818')));
  await after(page, () => clickShape(page, hex(page, '0820')));
  await page.locator('.table:not(.brushing)').waitFor();
  assert.match(await question(page), /All boats are placed/);

  // What was laid in one go is taken back move by move.
  await after(page, () => page.keyboard.press('u'));
  clean(page);
});
