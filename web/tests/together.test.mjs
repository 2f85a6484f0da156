// Several browsers at one table: names, words, a line that drops, and a click that comes too late.

import assert from 'node:assert/strict';
import { after as afterAll, before, test } from 'node:test';
import { BASE, after, begin, clean, moves, open, question, visitor } from './support.mjs';

let browser;
before(async () => {
  browser = await open();
});
afterAll(() => browser.close());

/** Opens the same seat in another browser, by its own link. */
async function sameSeat(page) {
  await page.locator('#tab-people').click();
  const link = await page.getByRole('button', { name: 'Copy my link' }).getAttribute('data-copy');
  const other = await visitor(browser, { width: 1280, height: 800 });
  await other.goto(link);
  await other.locator('.question').filter({ hasText: /\w/ }).waitFor();
  return other;
}

const shows = (page, count) =>
  page.waitForFunction(seen => document.querySelector('.moment b')?.textContent === `Move ${seen}`, count);

test('names and words reach the other browser, and so does each choice', async () => {
  const page = await visitor(browser);
  await begin(page);
  const other = await sameSeat(page);
  await page.getByLabel('Your name').fill('Anna');
  await page.getByLabel('Your name').press('Enter');
  await page.getByLabel('A word to the table').fill('Good hunting.');
  await page.getByLabel('A word to the table').press('Enter');
  await other.locator('#tab-people').click();
  await other.locator('.remarks li').filter({ hasText: 'Anna Good hunting.' }).waitFor();
  await after(page, () => page.locator('[data-choice="deploy pack6"]').click());
  await shows(other, 1);
  assert.equal(await question(other), await question(page));
  await after(other, () => other.locator('[data-choice=back]').click());
  await shows(page, await moves(other));
  clean(page);
  clean(other);
});

test('a line that drops is taken up again, and nothing is missed', async () => {
  const page = await visitor(browser);
  await begin(page);
  const other = await sameSeat(page);
  await other.context().setOffline(true);
  await other.evaluate(() => window.dispatchEvent(new Event('offline')));
  await after(page, () => page.locator('[data-choice="deploy pack6"]').click());
  await other.context().setOffline(false);
  await other.evaluate(() => window.dispatchEvent(new Event('online')));
  await shows(other, 1);
  assert.match(await question(other), /Where shall/);
});

test('a click that comes too late is refused politely, and the table is fetched', async () => {
  const page = await visitor(browser);
  await begin(page);
  const other = await visitor(browser);
  await other.route('**/events', route => route.abort());
  await page.locator('#tab-people').click();
  await other.goto(await page.getByRole('button', { name: 'Copy my link' }).getAttribute('data-copy'));
  await other.locator('[data-choice="deploy pack6"]').waitFor();
  await after(page, () => page.locator('[data-choice="deploy single"]').click());
  await other.locator('[data-choice="deploy pack6"]').click();
  await other.locator('.notice:not([hidden])').waitFor();
  assert.ok((await other.locator('.notice').innerText()).length > 15, 'it is said in a sentence');
  await shows(other, 1);
  assert.equal(await question(other), await question(page));
  clean(page);
});

test('a stranger without a key is told so', async () => {
  const page = await visitor(browser);
  await begin(page);
  const stranger = await visitor(browser);
  await stranger.goto(page.url());
  await stranger.locator('.failure').waitFor();
  assert.match(await stranger.locator('.failure').innerText(), /no key/);
  await stranger.goto(`${BASE}/match/000000000000#k=nonsense`);
  await stranger.locator('.failure [role=alert]').waitFor();
});
