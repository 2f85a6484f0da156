// Wolfpack (2024): two browsers share a patrol, W and X by people, Y and Z by computer; and one person has all four.

import assert from 'node:assert/strict';
import { after as afterAll, before, test } from 'node:test';
import { BASE, clean, moves, open, picture, question, turn, visitor } from './support.mjs';

let browser;
before(async () => {
  browser = await open();
});
afterAll(() => browser.close());

/** Starts a patrol from the form; `seats` says who has which boat. */
async function sail(page, seats, seed = '') {
  await page.goto(`${BASE}/new/wolfpack-2024`);
  await page.locator('input[name=scenario][value="patrol-1942-05"]').check();
  for (const [seat, who] of Object.entries(seats)) await page.locator(`[name="seat.${seat}"]`).selectOption(who);
  // With somebody else at the table nobody may know the seed.
  if (seed) {
    await page.getByText('Name and seed').click();
    await page.getByLabel('Seed').fill(seed);
  }
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.question').filter({ hasText: /\w/ }).waitFor();
}

const mayChoose = page => page.locator('.buttons [data-choice], .lit-layer .lit, .handle.lit').first().isVisible();

/** Gives the usual answer if there is a question; says whether there was one. */
async function usual(page) {
  if (!(await mayChoose(page))) return false;
  const before = await moves(page);
  const primary = page.locator('.buttons .primary');
  const any = page.locator('.buttons [data-choice]');
  if (await primary.count()) await primary.click();
  else if (await any.count()) await any.first().click();
  else {
    if (!(await page.locator('.all').evaluate(el => el.open))) await page.locator('.all > summary').click();
    await page.locator('.offers button').first().click();
  }
  await page.waitForFunction(
    seen =>
      document.querySelector('.moment b')?.textContent !== `Move ${seen}` && !document.querySelector('.table.busy'),
    before,
  );
  return true;
}

/** Both answer as they are asked until a turn is reached. */
async function playTo(pages, until) {
  for (let round = 0; (await turn(pages[0])) < until; round += 1) {
    assert.ok(round < 600, `turn ${until} is reached: ${await question(pages[0])} / ${await question(pages.at(-1))}`);
    const over = await pages[0].getByRole('heading', { name: 'The match is over' }).count();
    if (over) return;
    let anybody = false;
    for (const page of pages) {
      if (!(await usual(page))) continue;
      anybody = true;
      // Both may be asked at once: whoever has not heard of it yet would answer for a table that has moved on.
      const now = `Move ${await moves(page)}`;
      for (const other of pages)
        await other.waitForFunction(move => document.querySelector('.moment b')?.textContent === move, now);
    }
    if (!anybody) await pages[0].waitForTimeout(60);
  }
}

test('two browsers share a patrol: W and X by people, Y and Z by computer', async () => {
  const page = await visitor(browser);
  await sail(page, { w: 'me', x: 'open', y: 'bot.random', z: 'bot.random' });
  await page.locator('#tab-people').click();
  const link = await page.getByRole('button', { name: 'Copy link' }).first().getAttribute('data-copy');
  const other = await visitor(browser, { width: 1280, height: 800, colorScheme: 'dark' });
  await other.goto(link);
  await other.locator('.question').filter({ hasText: /\w/ }).waitFor();
  // Whoever is not asked is told for whom the table waits.
  assert.match(await question(other), /Waiting for|\?/);
  await page.locator('#tab-boards').click();
  await playTo([page, other], 1);
  await picture(page, 'patrol-sails');
  assert.ok((await page.locator('[data-sheet^="boat "]').count()) >= 2, 'each boat has a board');
  const mine = board => board.locator('details.mine').getAttribute('data-sheet');
  assert.deepEqual([await mine(page), await mine(other)], ['boat W', 'boat X']);
  await playTo([page, other], 6);
  assert.ok((await turn(page)) >= 6 || (await page.getByRole('heading', { name: 'The match is over' }).count()));
  await other.waitForFunction(
    seen => document.querySelector('.moment b')?.textContent === `Move ${seen}`,
    await moves(page),
  );
  assert.equal(await page.locator('.box-space').count(), 30);
  await picture(page, 'patrol-w');
  await picture(other, 'patrol-x-dark');
  clean(page);
  clean(other);
});

test('one person has four boats, is led to the one that is asked, and may change', async () => {
  const page = await visitor(browser);
  await sail(page, {}, '6');
  await playTo([page], 1);
  const tabs = page.locator('.seat-tabs button');
  assert.equal(await tabs.count(), 4);
  const pressed = () => page.locator('.seat-tabs [aria-pressed=true]').getAttribute('data-seat');
  const seats = new Set();
  for (let choice = 0; seats.size < 4; choice += 1) {
    assert.ok(choice < 80, `every boat is asked in turn: ${[...seats]}`);
    await page.waitForFunction(() => document.querySelector('.seat-tabs [aria-pressed=true].asked'));
    seats.add(await pressed());
    await usual(page);
  }
  const idle = page.locator('.seat-tabs button.asked[aria-pressed=false]').first();
  if (await idle.count()) {
    const seat = await idle.getAttribute('data-seat');
    await idle.click();
    await page.waitForFunction(
      wanted => document.querySelector(`.seat-tabs [data-seat=${wanted}][aria-pressed=true]`),
      seat,
    );
  }
  await picture(page, 'patrol-four-boats');
  clean(page);
});
