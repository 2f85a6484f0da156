// The commander of U-boats: one boat to the end of its patrol, and two weeks of the war with a staff.

import assert from 'node:assert/strict';
import { after as afterAll, before, test } from 'node:test';
import { after, BASE, clean, followAdvice, moves, open, picture, turn, visitor } from './support.mjs';

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

/** A battle is one line of the log, which opens. */
async function blowByBlow(page) {
  const sum = page.locator('.lines .sums').first();
  await sum.waitFor();
  assert.match(await sum.innerText(), /in .+: (no|\d+) ships?/);
  const lines = await page.locator('.lines li').count();
  await sum.locator('[data-do=unfold]').click();
  assert.ok((await page.locator('.lines li').count()) > lines + 2, 'blow by blow');
  await sum.locator('[data-do=unfold]').click();
  assert.equal(await page.locator('.lines li').count(), lines);
}

const over = page => page.getByText('The match is over').count();

test('one boat is on patrol until the patrol is over', async () => {
  const page = await visitor(browser);
  await start(page, 'U-30, September 1939', '5');
  // The map: every route with its cost, every area with the ten boxes of its chart in their colours.
  assert.ok((await page.locator('.road-route').count()) >= 45, 'routes are drawn');
  assert.equal(await page.locator('.road-route text').filter({ hasText: '2' }).count(), 8, 'with what they cost');
  assert.equal(await page.locator('[data-plate] .square').count(), 270, 'charts are drawn');
  assert.equal(await page.locator('[data-plate=north_sea] .ink-red').count(), 2, 'in their colours');
  assert.match(await page.locator('[data-plate=z-english_channel]').textContent(), /\+2/, 'transit zones have numbers');
  await picture(page, 'wolves-patrol');
  let fought = false;
  for (let step = 0; step < 400 && (await page.locator('[data-do=advise]:enabled').count()); step += 1) {
    await followAdvice(page);
    if (!fought && (await page.locator('[data-sheet=battle]').count())) {
      fought = true;
      assert.match(await page.locator('[data-sheet=battle]').innerText(), /Enemy/);
      assert.match(await page.locator('[data-sheet=battle]').innerText(), /counterattack so far/i);
      await picture(page, 'wolves-battle');
    }
  }
  assert.ok(await over(page), 'the patrol is over');
  assert.ok((await moves(page)) > 5);
  await page.locator('#tab-log').click();
  assert.ok(fought, 'something was fought');
  await blowByBlow(page);
  await page.locator('#tab-story').click();
  await page.locator('.diary .entry').first().waitFor();
  assert.match(await page.locator('.diary').last().innerText(), /U-30/, 'the record of the boat');
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
  assert.equal(await page.locator('[data-sheet=areas] .squares i').count(), 270);
  // All boats in one list, filtered and sorted.
  await page.locator('[data-sheet=boats] summary').click();
  const rows = page.locator('[data-sheet=boats] tbody .item');
  const all = await rows.count();
  assert.ok(all > 40, 'every boat');
  await page.locator('[data-sheet=boats] [data-tag=patrol]').click();
  const patrolling = await rows.count();
  assert.ok(patrolling > 0 && patrolling < all, 'only those on patrol');
  await page.locator('[data-sheet=boats] [data-tag=patrol]').click();
  await picture(page, 'wolves-campaign');
  // What is settled once for all: everything but the attacks, which the usual orders would leave to the staff too.
  await page.locator('[data-do=staff]').click();
  await page.getByRole('menuitem', { name: /Standing orders/ }).click();
  const settled = ['ashore', 'next', 'sailing', 'events', 'packs'].map(order => [order, 'staff']);
  for (const [order, answer] of [['battles', ''], ['again', ''], ['attack', ''], ...settled]) {
    const select = page.locator(`[data-order=${order}]`);
    if ((await select.inputValue()) === answer) continue;
    await select.selectOption(answer);
    await page.waitForFunction(id => !document.querySelector(`[data-order=${id}]`)?.disabled, order);
  }
  assert.equal(await page.locator('[data-order=search]').inputValue(), 'search', 'ordered from the start');
  await picture(page, 'wolves-orders');
  await page.keyboard.press('Escape');
  const first = await turn(page);
  let resolved = 0;
  // The commander decides what is attacked, and leaves the fighting to the skippers.
  for (let step = 0; step < 300 && (await turn(page)) < first + 2; step += 1) {
    if (!(await page.locator('[data-do=hand]').count())) {
      await followAdvice(page);
      continue;
    }
    resolved += 1;
    await after(page, () => page.locator('[data-do=hand]').click());
  }
  assert.ok((await turn(page)) >= first + 2, 'two weeks have passed');
  assert.ok(resolved > 0, 'battles were left to the skippers');
  await page.locator('#tab-log').click();
  await blowByBlow(page);
  await page.locator('#tab-story').click();
  await page.locator('.diary .entry').nth(1).waitFor();
  await picture(page, 'wolves-two-weeks');
  clean(page);
});

test('the lesson leads through a patrol to its end', async () => {
  const page = await visitor(browser);
  await page.goto(BASE);
  await page.locator('[data-do=tutorial][href*="steel-wolves"]').click();
  const steps = page.locator('.bubble .steps');
  await steps.filter({ hasText: '1 of' }).waitFor();
  const count = Number(/of (\d+)/.exec(await steps.innerText())[1]);
  assert.ok(count > 15);
  for (let step = 1; step <= count; step += 1) {
    await steps.filter({ hasText: `${step} of ${count}` }).waitFor();
    if (step === 3 || step === 12) await picture(page, `wolves-lesson-${step}`);
    await page.locator('[data-do=next-lesson]').click();
  }
  await page.getByRole('heading', { name: 'The match is over' }).waitFor();
  assert.match(await page.locator('.facts').innerText(), /3 · 24k/, 'as the lesson says');
  clean(page);
});
