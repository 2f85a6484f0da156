// Wolfpack (2024): a person plays the training scenario to its end with nothing but the mouse.

import assert from 'node:assert/strict';
import { after as afterAll, before, test } from 'node:test';
import { BASE, after, clean, clickShape, moves, open, picture, question, turn, visitor } from './support.mjs';

let browser;
before(async () => {
  browser = await open();
});
afterAll(() => browser.close());

/** Starts training as a newcomer does. */
async function train(page, seed) {
  await page.goto(BASE);
  await page.locator('a[href="/new/wolfpack-2024"][data-do=new]').click();
  await page.getByLabel('Training scenario').check();
  assert.equal(await page.locator('.seat-row[data-seat=w]').isVisible(), true);
  assert.equal(await page.locator('.seat-row[data-seat=x]').isVisible(), false, 'training is for one boat');
  await page.getByText('Name and seed').click();
  await page.getByLabel('Seed').fill(seed);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.question').filter({ hasText: /\w/ }).waitFor();
}

/** A lit place by what clicking it does. */
const lit = (page, label) => page.locator(`.lit-layer .lit[aria-label*="${label}"]`);

/** Clicks a place that is lit, or the ship that stands there. */
async function place(page, space) {
  const tile = page.locator(`.handle[data-space="${space}"]`);
  await clickShape(page, (await tile.count()) ? tile.first() : page.locator(`.lit-layer .lit[data-space="${space}"]`));
  const menu = page.locator('.menu.at-space button');
  if (await menu.count()) await menu.first().click();
}

/** Answers as a bold captain does: closes, computes the best ship, fires everything. */
async function answer(page) {
  const asked = await question(page);
  const button = choice => page.locator(`.buttons [data-choice^="${choice}"]`);
  if (await button('fire').count()) return button('fire').first().click();
  if (await button('load').count()) return button('load').first().click();
  if (/Where does/.test(asked)) {
    const spaces = await lit(page, 'Enter at').evaluateAll(all => all.map(el => el.dataset.space));
    return place(page, spaces[Math.floor(spaces.length / 2)]);
  }
  if (/Which way/.test(asked)) return button('face W').click();
  if (/At which depth/.test(asked)) return button('depth surface').click();
  if (/compute\?/.test(asked)) {
    const ships = await page.locator('.handle.lit').evaluateAll(all =>
      all.map(el => {
        const points = /, (\d+) VP\)/.exec(el.getAttribute('aria-label'))?.[1];
        return { space: el.dataset.space, vp: Number(points ?? 0) };
      }),
    );
    const best = ships.sort((a, b) => b.vp - a.vp)[0];
    if (best) return place(page, best.space);
  }
  if (/How does/.test(asked)) {
    const boat = await page.locator('.handle[aria-label*="W surfaced"]').first().getAttribute('data-space');
    const [x] = boat.split(',').map(Number);
    const ahead = lit(page, '2 spaces ahead');
    if (x > 11 && (await ahead.count())) return place(page, await ahead.getAttribute('data-space'));
  }
  const usual = page.locator('.buttons .primary');
  return usual.click();
}

test('training is played to its end by clicking: entry, observation, TDC, fire, the end', async () => {
  const page = await visitor(browser);
  await train(page, '136');
  assert.match(await page.locator('h1').innerText(), /Wolfpack \(2024\)/);
  assert.equal(await page.locator('.box-space').count(), 30, 'sixteen boxes, ten for escorts, four quadrants');
  await picture(page, 'training-start');

  // Every card that decides something is shown, with the part in use marked.
  await after(page, () => page.locator('[data-choice=done]').click());
  await page.locator('.news .playing-card').first().waitFor();
  assert.equal(await page.locator('.news .playing-card dd.used').count(), 1);
  assert.match(await page.locator('.news .playing-card').first().innerText(), /must she enter/);
  await page.locator('[data-do=faster]').click();
  assert.equal(await page.locator('[data-do=faster]').getAttribute('aria-pressed'), 'true');

  const seen = new Set();
  for (let choice = 0; !(await page.getByRole('heading', { name: 'The match is over' }).count()); choice += 1) {
    assert.ok(choice < 400, 'training ends');
    const asked = (await question(page)).replace(/[\d,+−-]+/g, '#');
    await after(page, () => answer(page));
    if (!seen.has(asked)) await page.waitForTimeout(120);
    if (/fire\?/.test(asked) && !seen.has(asked)) await picture(page, 'training-fire');
    if (/reaches|torpedo hit/.test(asked) && !seen.has(asked)) await picture(page, 'training-hit');
    seen.add(asked);
  }
  assert.ok((await turn(page)) >= 13, 'boats were on the map for a while');
  const log = await page.locator('.lines').textContent();
  for (const told of [/enters the Attack map/, /spots/, /computes/, /fires tube/, /reaches/, /patrol is over/])
    assert.match(log, told);
  assert.ok((await page.locator('.lines .card-chip').count()) > 10, 'cards can be looked at again');
  await page.locator('#tab-story').click();
  await page.locator('.story .chart-picture').first().waitFor();
  assert.ok((await page.locator('.story .figure-card').count()) >= 3, 'points, torpedoes, depth');
  await picture(page, 'training-over');

  // The preference is kept.
  await page.goto(BASE);
  await train(page, '137');
  await after(page, () => page.locator('[data-choice=done]').click());
  await page.locator('.news .playing-card').first().waitFor();
  assert.equal(await page.locator('[data-do=faster]').getAttribute('aria-pressed'), 'true');
  assert.ok((await moves(page)) === 1);
  clean(page);
});

test('a card in the log opens, and the board of the boat follows what she does', async () => {
  const page = await visitor(browser);
  await train(page, '136');
  const board = page.locator('[data-sheet="boat W"]');
  assert.equal(await board.locator('.slot').filter({ hasText: 'G7' }).count(), 5, 'five tubes are loaded');
  for (let choice = 0; (await board.locator('.slot').filter({ hasText: 'empty' }).count()) === 0; choice += 1) {
    assert.ok(choice < 60, 'she fires');
    await after(page, () => answer(page));
  }
  await page.locator('#tab-log').click();
  await page.locator('.lines .card-chip').first().click();
  const sheet = page.locator('dialog.sheet .playing-card');
  await sheet.waitFor();
  assert.ok((await sheet.locator('dl > div').count()) >= 9, 'the whole card');
  await picture(page, 'training-card');
  await page.keyboard.press('Escape');
  await page.locator('[data-overlay=arcs]').click();
  await page.locator('[data-overlay=sight]').click();
  await page.locator('.map .area-spot .border').waitFor({ state: 'attached' });
  await picture(page, 'training-layers');
  clean(page);
});

test('the lesson leads through training to its end', async () => {
  const page = await visitor(browser);
  await page.goto(BASE);
  await page.locator('[data-do=tutorial][href*="wolfpack-2024"]').click();
  const steps = page.locator('.bubble .steps');
  await steps.filter({ hasText: '1 of' }).waitFor();
  const count = Number(/of (\d+)/.exec(await steps.innerText())[1]);
  assert.ok(count > 20);
  for (let step = 1; step <= count; step += 1) {
    await steps.filter({ hasText: `${step} of ${count}` }).waitFor();
    if (step === 8 || step === 16) await picture(page, `training-lesson-${step}`);
    await page.locator('[data-do=next-lesson]').click();
  }
  await page.getByRole('heading', { name: 'The match is over' }).waitFor();
  assert.match(await page.locator('.facts').innerText(), /VP\s+4/, 'as the lesson says');
  clean(page);
});
