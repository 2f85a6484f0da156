// How it looks and fits: desktop, large, phone held sideways, upright; light and dark. The pictures are kept.

import assert from 'node:assert/strict';
import { after as afterAll, before, test } from 'node:test';
import { BASE, GAME, after, clean, open, picture, visitor } from './support.mjs';

let browser;
let match;
before(async () => {
  browser = await open();
  const page = await visitor(browser);
  const plan = { game: GAME, scenario: 'mar', options: [], seats: {}, seed: '7' };
  match = await (await page.request.post(`${BASE}/api/matches`, { data: plan })).json();
  const headers = { Authorization: `Bearer ${match.key}` };
  for (const extent of ['phase', 'turn', 'turn', 'turn', 'decision']) {
    const { version } = await (await page.request.get(`${BASE}/api/matches/${match.id}`, { headers })).json();
    await page.request.post(`${BASE}/api/matches/${match.id}/staff`, { headers, data: { version, extent } });
  }
});
afterAll(() => browser.close());

const SIZES = [
  ['desktop-light', { width: 1440, height: 860, colorScheme: 'light' }],
  ['desktop-dark', { width: 1440, height: 860, colorScheme: 'dark' }],
  ['laptop', { width: 1280, height: 800, colorScheme: 'light' }],
  ['large', { width: 1920, height: 1080, colorScheme: 'light' }],
  ['phone-sideways', { width: 844, height: 390, hasTouch: true, isMobile: true, colorScheme: 'light' }],
  ['phone-sideways-dark', { width: 844, height: 390, hasTouch: true, isMobile: true, colorScheme: 'dark' }],
  ['phone-upright', { width: 390, height: 844, hasTouch: true, isMobile: true, colorScheme: 'light' }],
];

for (const [name, size] of SIZES) {
  test(`the table fits: ${name}`, async () => {
    const page = await visitor(browser, size);
    await page.goto(`${BASE}/match/${match.id}#k=${match.key}`);
    await page.locator('.handle').first().waitFor();
    await page.waitForTimeout(300);
    const over = await page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
    ]);
    assert.deepEqual(
      over.map(by => by > 0),
      [false, false],
      `nothing hangs over the window: ${over}`,
    );
    const map = await page.locator('.map:not(.below)').boundingBox();
    assert.ok(map.width * map.height > 0.4 * size.width * size.height, 'the map has the largest part');
    assert.ok(await page.locator('.buttons button, .help button').first().isVisible());
    await picture(page, name);
    clean(page);
  });
}

test('a phone plays by touch: a boat, its way, and the side put away', async () => {
  const page = await visitor(browser, { width: 844, height: 390, hasTouch: true, isMobile: true });
  await page.goto(`${BASE}/match/${match.id}#k=${match.key}`);
  const boat = page.locator('.handle.lit[role=button]:not([aria-expanded])').first();
  await boat.waitFor();
  await after(page, () => boat.locator('.grip').tap({ force: true }));
  await page.locator('.lit-layer .lit').first().waitFor();
  await picture(page, 'phone-move');
  await after(page, () => page.locator('[data-do=undo]').tap());
  await page.getByRole('button', { name: 'Hide or show the side' }).tap();
  await page.waitForTimeout(200);
  await picture(page, 'phone-folded');
  clean(page);
});

test('home and the form for a new game', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await visitor(browser, { width: 1280, height: 800, colorScheme });
    await page.goto(`${BASE}/match/${match.id}#k=${match.key}`);
    await page.locator('.handle').first().waitFor();
    await page.goto(BASE);
    await page.locator('.mine .resume').waitFor();
    await picture(page, `home-${colorScheme}`);
    await page.goto(`${BASE}/new/${GAME}`);
    await page.locator('[data-do=start]').waitFor();
    await picture(page, `new-${colorScheme}`);
    clean(page);
  }
});
