// The commander of U-boats: one boat to the end of its patrol, and two weeks of the war with a staff.

import assert from 'node:assert/strict';
import { after as afterAll, before, test } from 'node:test';
import { BASE, clean, followAdvice, moves, open, picture, turn, visitor } from './support.mjs';

let browser;
before(async () => {
  browser = await open();
});
afterAll(() => browser.close());

/** Starts a scenario by its name. */
async function start(page, scenario, seed) {
  await page.goto(`${BASE}/new/steel-wolves`);
  await page.getByLabel(scenario).check();
  await page.getByText('Name and seed').click();
  await page.getByLabel('Seed').fill(seed);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.question').filter({ hasText: /\w/ }).waitFor();
}

const over = page => page.getByText('The match is over').count();

test('one boat is on patrol until the patrol is over', async () => {
  const page = await visitor(browser);
  await start(page, 'U-30, September 1939', '5');
  await picture(page, 'wolves-patrol');
  let fought = false;
  for (let step = 0; step < 400 && (await page.locator('[data-do=advise]:enabled').count()); step += 1) {
    await followAdvice(page);
    if (!fought && (await page.locator('[data-sheet=battle]').count())) {
      fought = true;
      assert.match(await page.locator('[data-sheet=battle]').innerText(), /Enemy/);
      await picture(page, 'wolves-battle');
    }
  }
  assert.ok(await over(page), 'the patrol is over');
  assert.ok((await moves(page)) > 5);
  await picture(page, 'wolves-home');
  clean(page);
});

test('two weeks of the war pass with the help of the staff', async () => {
  const page = await visitor(browser);
  await start(page, /Campaign/, '1939');
  await page.locator('#tab-boards').click();
  assert.match(await page.locator('[data-sheet=war]').innerText(), /War Event|Torpedoes/);
  await page.locator('[data-sheet=areas] summary').click();
  assert.match(await page.locator('[data-sheet=areas]').innerText(), /Western Approaches/);
  await picture(page, 'wolves-campaign');
  // What is settled once for all: everything but the attacks.
  await page.locator('[data-do=staff]').click();
  await page.getByRole('menuitem', { name: /Standing orders/ }).click();
  for (const order of ['events', 'ashore', 'next', 'sailing', 'packs']) {
    await page.locator(`[data-order=${order}]`).selectOption('staff');
    await page.waitForFunction(id => !document.querySelector(`[data-order=${id}]`)?.disabled, order);
  }
  await page.locator('[data-order=search]').selectOption('search');
  await page.waitForFunction(() => !document.querySelector('[data-order=search]')?.disabled);
  await picture(page, 'wolves-orders');
  await page.keyboard.press('Escape');
  const first = await turn(page);
  // The commander decides what is attacked, and leaves the fighting to the skippers.
  for (let step = 0; step < 300 && (await turn(page)) < first + 2; step += 1) {
    const battle = await page.locator('[data-sheet=battle]').count();
    if (!battle) {
      await followAdvice(page);
      continue;
    }
    await page.locator('[data-do=staff]').click();
    const before = await moves(page);
    await page.getByRole('menuitem', { name: /^This phase\b(?!.*look)/ }).click();
    await page.waitForFunction(
      seen => document.querySelector('.table:not(.busy) .moment b')?.textContent !== `Move ${seen}`,
      before,
    );
  }
  assert.ok((await turn(page)) >= first + 2, 'two weeks have passed');
  await picture(page, 'wolves-two-weeks');
  clean(page);
});
