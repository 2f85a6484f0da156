// The whole table without a mouse.

import assert from 'node:assert/strict';
import { after as afterAll, before, test } from 'node:test';
import { BASE, GAME, after, clean, moves, open, question, turn, visitor } from './support.mjs';

let browser;
before(async () => {
  browser = await open();
});
afterAll(() => browser.close());

/** The name of what has the focus. */
const focus = page =>
  page.evaluate(() => {
    const el = document.activeElement;
    return el && el !== document.body ? (el.getAttribute('aria-label') ?? el.textContent ?? '') : '';
  });

/** Tab until something with that name has the focus. */
async function tabTo(page, name) {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await focus(page))) return;
  }
  assert.fail(`Tab reaches ${name}`);
}

test('a match is begun, set up, moved in and taken back with keys alone', async () => {
  const page = await visitor(browser, { width: 1280, height: 800 });
  await page.goto(BASE);
  await page.locator('.game-card').first().waitFor();
  await tabTo(page, /New game/);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/new/${GAME}`);
  await page.locator('[data-do=start]').waitFor();
  await tabTo(page, /^Start/);
  await page.keyboard.press('Enter');
  await page.locator('.question').filter({ hasText: 'Deploy' }).waitFor();

  // From the list: a pack; then on the map with arrows.
  await page.keyboard.press('l');
  await page.keyboard.type('six');
  await after(page, () => page.keyboard.press('Enter'));
  assert.match(await question(page), /Where shall/);
  await page.keyboard.press('m');
  const first = await focus(page);
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await focus(page), first, 'an arrow goes to the next lit place');
  await page.locator('.card:not([hidden])').waitFor();
  await after(page, () => page.keyboard.press('Enter'));
  assert.equal(await page.locator('.handle').count(), 1);

  // Undo twice, by both keys.
  await after(page, () => page.keyboard.press('u'));
  assert.match(await question(page), /Where shall/);
  await after(page, () => page.keyboard.press('Escape'));
  assert.match(await question(page), /Deploy/);

  // The staff sets up; Enter begins.
  await page.keyboard.press('f');
  await page.keyboard.press('ArrowDown');
  await after(page, () => page.keyboard.press('Enter'));
  assert.match(await question(page), /Begin/);
  await after(page, () => page.keyboard.press('Enter'));
  assert.equal(await turn(page), 1);
  await page.keyboard.press('n');
  await page.locator('.news').waitFor({ state: 'hidden' });

  // Layers, history, zoom, sheets, help.
  await page.keyboard.press('2');
  await page.locator('[data-overlay][aria-pressed=true]').waitFor();
  await page.locator('.figures .figure').first().waitFor({ state: 'attached' });
  await page.keyboard.press('2');
  const now = await moves(page);
  await page.keyboard.press(',');
  await page.locator('.table.past').waitFor();
  assert.equal(await moves(page), now - 1);
  await page.keyboard.press('Escape');
  await page.locator('.table:not(.past)').waitFor();
  await page.keyboard.press('+');
  await page.keyboard.press('0');
  await page.keyboard.press('o');
  await page.locator('.lists:not([hidden])').waitFor();
  await page.keyboard.press('?');
  await page.locator('dialog.sheet').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog.sheet').waitFor({ state: 'detached' });

  // Advice, and the default by Enter.
  await page.keyboard.press('a');
  await page.locator('.advice').waitFor();
  await after(page, () => page.keyboard.press('Enter'));
  assert.match(await question(page), /moves next/);
  clean(page);
});

test('everything that can be pressed has a name and a role', async () => {
  const page = await visitor(browser, { width: 1280, height: 800 });
  await page.goto(`${BASE}/new/${GAME}`);
  await page.locator('[data-do=start]').click();
  await page.locator('[data-do=draft]').click();
  await page.locator('.handle').first().waitFor();
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('button, a, input, select, [role=button], [tabindex]')]
      .filter(el => el.getClientRects().length > 0)
      .filter(
        el =>
          !(
            el.getAttribute('aria-label') ||
            el.getAttribute('aria-labelledby') ||
            el.textContent?.trim() ||
            el.labels?.length ||
            el.getAttribute('title')
          ),
      )
      .map(el => el.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(nameless, []);
  const roleless = await page.evaluate(
    () =>
      [...document.querySelectorAll('svg [data-space]')].filter(
        el => !el.getAttribute('role') || !el.hasAttribute('tabindex'),
      ).length,
  );
  assert.equal(roleless, 0);
  clean(page);
});
