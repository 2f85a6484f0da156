// A newcomer sits down: from Home to the third turn with nothing but the mouse; somebody watches.

import assert from 'node:assert/strict';
import { after as afterAll, before, test } from 'node:test';
import {
  BASE,
  GAME,
  after,
  begin,
  clean,
  clickShape,
  followAdvice,
  moves,
  open,
  picture,
  playTurn,
  question,
  turn,
  visitor,
} from './support.mjs';

let browser;
before(async () => {
  browser = await open();
});
afterAll(() => browser.close());

test('March 1943 is played for three turns by clicking, and an observer follows', async () => {
  const page = await visitor(browser);
  await begin(page);
  assert.match(await page.locator('h1').innerText(), /March 1943/);
  await picture(page, 'desktop-setup');

  // The suggested set-up can be looked over before it stands.
  await after(page, () => page.locator('[data-do=draft]').click());
  assert.equal(await turn(page), 0, 'nothing has been drawn yet');
  const placed = await page.locator('.handle').count();
  assert.ok(placed > 5, `${placed} stacks are on the map`);
  const lines = await page.locator('.lines li.loose').count();
  await after(page, () => page.locator('.lines li.loose .only').nth(2).click());
  assert.equal(await page.locator('.lines li.loose').count(), lines - 1, 'one placement is gone, the others stay');
  await after(page, () => page.locator('[data-do=draft]').click());
  await after(page, () => page.locator('.buttons .primary').click());
  assert.equal(await turn(page), 1);
  await page.locator('.news:not([hidden])').waitFor();
  await picture(page, 'desktop-news');
  await page.locator('[data-do=skip]').click();

  // Somebody watches from another browser.
  await page.locator('#tab-people').click();
  const link = await page.getByRole('button', { name: 'Copy observer link' }).getAttribute('data-copy');
  await page.locator('#tab-log').click();
  const watcher = await visitor(browser, { width: 1280, height: 800 });
  await watcher.goto(link);
  await watcher.locator('.question').filter({ hasText: 'Waiting for' }).waitFor();
  assert.equal(await watcher.locator('[data-choice]').count(), 0, 'an observer is offered nothing');

  // A move is made and taken back.
  await after(page, () => page.locator('[data-choice=done]').click());
  assert.match(await question(page), /moves next/);
  const boat = page.locator('.handle.lit:not([aria-expanded])').first();
  const home = await boat.getAttribute('data-space');
  await after(page, () => clickShape(page, boat));
  const spot = page.locator('.lit-layer .lit:not([aria-hidden])').first();
  const target = await spot.getAttribute('data-space');
  await after(page, () => clickShape(page, spot));
  assert.ok(await page.locator(`.handle[data-space="${target}"]`).count(), 'the boats have gone');
  const there = await moves(page);
  await watcher.waitForFunction(seen => document.querySelector('.moment b')?.textContent === `Move ${seen}`, there);
  await after(page, () => page.locator('[data-do=undo]').click());
  await after(page, () => page.locator('[data-do=undo]').click());
  assert.equal(await moves(page), there - 2);
  assert.ok(await page.locator(`.handle[data-space="${home}"]`).count(), 'the boats are back');
  await watcher.waitForFunction(seen => document.querySelector('.moment b')?.textContent === `Move ${seen}`, there - 2);

  // Three full turns.
  for (let played = 1; played <= 3; played += 1) await playTurn(page);
  assert.equal(await turn(page), 4);
  await picture(page, 'desktop-turn-4');

  // Why?
  await page.locator('.lines .why').filter({ hasText: '12.19' }).last().click();
  const sheet = page.locator('dialog.sheet');
  await sheet.locator('.table-card').first().waitFor();
  assert.match(await sheet.locator('.rule-text').last().innerText(), /12\.19/);
  assert.ok((await sheet.locator('.rule-text p').last().innerText()).length > 20, 'the rule is told in words');
  assert.match(await sheet.locator('.origin').first().innerText(), /printed|derived|public|designed/);
  await picture(page, 'desktop-why');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  // The past is looked at and left again.
  const now = await moves(page);
  const logged = await page.locator('.lines li').count();
  await page.locator('.timeline input').fill('10');
  await page.locator('.table.past').waitFor();
  assert.equal(await moves(page), 10);
  assert.ok((await page.locator('.lines li').count()) < logged, 'the log is that of then');
  assert.equal(await page.locator('.lit-layer .lit, .handle.lit').count(), 0, 'the past cannot be played');
  await picture(page, 'desktop-past');
  await page.locator('[data-do=now]').click();
  assert.equal(await moves(page), now);

  // The page is loaded again in the middle of a move, and play goes on.
  while (!/Where does/.test(await question(page))) await followAdvice(page);
  const asked = await question(page);
  await page.reload();
  await page.locator('.question').filter({ hasText: 'Where does' }).waitFor();
  assert.equal(await question(page), asked);
  await followAdvice(page);
  await watcher.waitForFunction(
    seen => document.querySelector('.moment b')?.textContent === `Move ${seen}`,
    await moves(page),
  );
  await picture(watcher, 'desktop-observer');

  // Home knows the match.
  await page.locator('.brand').click();
  await page.locator('.mine .resume').first().click();
  await page.locator('.question').filter({ hasText: /\w/ }).waitFor();
  clean(page);
  clean(watcher);
});

test('a record is downloaded, opened again, and branched', async () => {
  const page = await visitor(browser);
  await begin(page, { seed: '1943' });
  await after(page, () => page.locator('[data-do=draft]').click());
  const made = await moves(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-do=record]').click()]);
  const text = await (await download.createReadStream()).toArray().then(parts => Buffer.concat(parts).toString());
  assert.match(text, /wolfpack-1974/);

  await page.locator('.timeline input').fill('4');
  await page.locator('.table.past').waitFor();
  await page.locator('[data-do=branch]').click();
  const here = page.url();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.waitForURL(url => url.href !== here);
  await page.waitForFunction(() => document.querySelector('.moment b')?.textContent === 'Move 4');

  await page.goto(BASE);
  await page.getByText('Import a record').click();
  await page.getByLabel('Record', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Open the record' }).click();
  await page.waitForFunction(seen => document.querySelector('.moment b')?.textContent === `Move ${seen}`, made);
  clean(page);
});

test('the lesson can be followed to its end', async () => {
  const page = await visitor(browser);
  await page.goto(BASE);
  await page.locator(`[data-do=tutorial][href*="${GAME}"]`).click();
  const steps = page.locator('.bubble .steps');
  await steps.filter({ hasText: '1 of 10' }).waitFor();
  for (let step = 1; step <= 10; step += 1) {
    await steps.filter({ hasText: `${step} of 10` }).waitFor();
    if (step === 5) await picture(page, 'desktop-lesson');
    await page.locator('[data-do=next-lesson]').click();
  }
  await page.locator('.bubble').waitFor({ state: 'hidden' });
  clean(page);
});
