// The map under the hand: wheel, drag, pinch; stacks that open; cards that explain; layers.

import assert from 'node:assert/strict';
import { after as afterAll, before, test } from 'node:test';
import { BASE, GAME, clean, clickShape, moves, open, visitor } from './support.mjs';

let browser;
let match;
before(async () => {
  browser = await open();
  const page = await visitor(browser);
  const plan = { game: GAME, scenario: 'mar', options: [], seats: {}, seed: '7' };
  match = await (await page.request.post(`${BASE}/api/matches`, { data: plan })).json();
  const pairs = ['pack6', 'pack12', 'single'].flatMap(kind => [{ choice: `deploy ${kind}` }, { space: '1016' }]);
  const answer = await page.request.post(`${BASE}/api/matches/${match.id}/choices`, {
    headers: { Authorization: `Bearer ${match.key}` },
    data: { version: 0, choices: [...pairs, { choice: 'deploy pack6' }] },
  });
  assert.equal(answer.status(), 200);
});
afterAll(() => browser.close());

async function sit(size) {
  const page = await visitor(browser, size);
  await page.goto(`${BASE}/match/${match.id}#k=${match.key}`);
  await page.locator('.lit-layer .lit').first().waitFor();
  await page.waitForTimeout(150);
  return page;
}

/** Where the world lies in the window: its shift and its scale. */
const view = page =>
  page.locator('.map:not(.below) .world').evaluate(el => {
    const { e, f, a } = el.transform.baseVal.consolidate().matrix;
    return { x: e, y: f, scale: a };
  });

test('the wheel comes closer to what is under it, and more is told there', async () => {
  const page = await sit();
  const before = await view(page);
  assert.equal(await page.locator('.board').getAttribute('data-detail'), '1');
  const box = await page.locator('.lit-layer [data-space="1020"]').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  for (let n = 0; n < 6; n += 1) await page.mouse.wheel(0, -150);
  await page.waitForFunction(() => document.querySelector('.board')?.getAttribute('data-detail') === '2');
  await page.waitForTimeout(300);
  const after = await view(page);
  assert.ok(after.scale > before.scale * 1.7);
  const now = await page.locator('.lit-layer [data-space="1020"]').boundingBox();
  assert.ok(
    Math.hypot(now.x + now.width / 2 - x, now.y + now.height / 2 - y) < 8,
    `the hex stays under the pointer: ${[x, y, now.x + now.width / 2, now.y + now.height / 2]}`,
  );
  assert.ok((await page.locator('.numbers text').count()) > 30, 'every hex has its number');
  await page.keyboard.press('0');
  await page.waitForFunction(() => document.querySelector('.board')?.getAttribute('data-detail') === '1');
  clean(page);
});

test('a drag moves the map and chooses nothing', async () => {
  const page = await sit();
  const before = await view(page);
  const made = await moves(page);
  await page.mouse.move(500, 420);
  await page.mouse.down();
  await page.mouse.move(560, 450, { steps: 5 });
  await page.mouse.up();
  await page.waitForTimeout(150);
  const after = await view(page);
  assert.ok(
    Math.abs(after.x - before.x - 60) < 8 && Math.abs(after.y - before.y - 30) < 8,
    JSON.stringify([before, after]),
  );
  assert.equal(await moves(page), made);
  clean(page);
});

test('two fingers zoom', async () => {
  const page = await sit({ width: 844, height: 390, hasTouch: true, isMobile: true });
  const before = await view(page);
  const devtools = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await touch('touchStart', [250, 200]);
  await touch('touchStart', [250, 200], [300, 200]);
  for (let n = 1; n <= 8; n += 1) await touch('touchMove', [250 - 6 * n, 200], [300 + 6 * n, 200]);
  await touch('touchEnd');
  await page.waitForTimeout(150);
  const after = await view(page);
  assert.ok(after.scale > before.scale * 1.8, `${before.scale} to ${after.scale}`);
  assert.equal(await moves(page), 7, 'nothing was chosen');
});

test('a stack tells its number and opens; a card explains', async () => {
  const page = await sit();
  await page.keyboard.press('Escape'); // takes the half-made choice back
  await page.locator('[data-choice="deploy single"]').waitFor();
  const stack = page.locator('.handle[data-space="1016"]');
  assert.equal(await stack.locator('.count text').textContent(), '3');
  await clickShape(page, stack);
  await page.locator('.handle.open').first().waitFor();
  assert.equal(await page.locator('.handle.open').count(), 3);
  await page.locator('.handle.open').first().hover();
  await page.locator('.card:not([hidden])').filter({ hasText: 'strength' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.handle.open').count(), 0);
  await page.mouse.move(700, 700);
  await stack.hover();
  await page.locator('.card:not([hidden])').filter({ hasText: 'to enter' }).waitFor();
  await page.keyboard.press('2');
  await page.locator('.area-air').first().waitFor({ state: 'attached' });
  assert.ok((await page.locator('.figures .figure').count()) > 200, 'the layer has its figures');
  assert.match(await page.locator('.legend').innerText(), /Ulster/);
  clean(page);
});
