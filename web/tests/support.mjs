// What the browser tests share: a real Chromium, a page that forgives no error, pictures, and hands that click.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export const BASE = process.env.DERBYHOUSE_URL ?? 'http://127.0.0.1:1943';
/** The node_modules that have playwright-core. */
const PACKAGES = process.env.DERBYHOUSE_PACKAGES ?? 'target/web-tools/node_modules';
const PICTURES = process.env.DERBYHOUSE_PICTURES ?? 'target/browser';
const CHROMIUM = process.env.DERBYHOUSE_CHROMIUM ?? '/usr/bin/chromium';
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
export const GAME = 'wolfpack-1974';

const { chromium } = createRequire(import.meta.url)(path.resolve(PACKAGES, 'playwright-core'));

export const open = () => chromium.launch({ executablePath: CHROMIUM, args: FLAGS.split(' ') });

/** A page in a browser profile of its own. Errors on its console are kept in `page.errors`. */
export async function visitor(browser, { width = 1440, height = 860, ...rest } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, ...rest });
  const page = await context.newPage();
  page.errors = [];
  page.setDefaultTimeout(15_000);
  page.on('console', message => {
    if (message.type() === 'error') page.errors.push(message.text());
  });
  page.on('pageerror', error => page.errors.push(error.message));
  page.on('request', request => {
    if (!request.url().startsWith(BASE) && !request.url().startsWith('blob:'))
      page.errors.push(`asked another host: ${request.url()}`);
  });
  return page;
}

export const clean = page => assert.deepEqual(page.errors, [], 'the console is silent');

export async function picture(page, name) {
  fs.mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
}

/** Starts a match as a newcomer does, from Home. */
export async function begin(page, { scenario = 'March 1943', seed = '' } = {}) {
  await page.goto(BASE);
  await page.getByRole('link', { name: 'New game' }).first().click();
  await page.getByLabel(scenario).check();
  if (seed) {
    await page.getByText('Name and seed').click();
    await page.getByLabel('Seed').fill(seed);
  }
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.question').filter({ hasText: /\w/ }).waitFor();
}

/** How many moves the table shows. */
export const moves = async page => Number((await page.locator('.moment b').innerText()).replace('Move ', ''));
export const question = page => page.locator('.question').innerText();
export const turn = async page => Number(/turn (\d+)/.exec(await page.locator('.moment').innerText())?.[1] ?? 0);

/** Does something and waits until the table shows another move. */
export async function after(page, act) {
  const before = await moves(page);
  await act();
  await page.waitForFunction(
    seen =>
      document.querySelector('.moment b')?.textContent !== `Move ${seen}` && !document.querySelector('.table.busy'),
    before,
  );
}

/** Clicks the middle of a shape, wherever on the map it is; what lies there must be the shape itself. */
export async function clickShape(page, shape) {
  const hit = await shape.evaluate(el => {
    const box = (el.querySelector('.grip') ?? el).getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y);
    return {
      x,
      y,
      same:
        el.contains(top) || top?.closest('[data-space]')?.getAttribute('data-space') === el.getAttribute('data-space'),
    };
  });
  assert.ok(hit.same, `${await shape.getAttribute('aria-label')} can be clicked`);
  await page.mouse.click(hit.x, hit.y);
}

/** Presses a counter of a display; where it has several answers, the one that is wanted. */
async function pressChip(page, chip, wanted) {
  await chip.click();
  const menu = page.locator('.menu.at-counter');
  // An item says its chance behind its name.
  const item = new RegExp(`^${wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
  if (await menu.count()) await menu.getByRole('menuitem').filter({ hasText: item }).click();
}

/** Asks for advice and follows it with the mouse, on the map or on a button. */
export async function followAdvice(page) {
  await page.locator('[data-do=advise]').click();
  await page.locator('.advice').waitFor();
  const button = page.locator('.buttons .advised');
  const chip = page.locator('.display .lit.advised');
  const said = (await page.locator('.advice b').innerText()).replace(/^.*advises: /, '').replace(/\.\s*$/, '');
  await after(page, async () => {
    if (await button.count()) return button.click();
    if (await chip.count()) return pressChip(page, chip.first(), said);
    const stack = page.locator('.handle.advised');
    const shape = (await stack.count()) ? stack.first() : page.locator('.lit-layer .advised').first();
    await clickShape(page, shape);
    const item = page.getByRole('menuitem', { name: said, exact: true });
    if (await page.locator('.menu.at-space').count()) await item.click();
  });
}

/** Plays by clicking what is advised until a later turn begins; after a few choices of a phase it is ended where it may be. */
export async function playTurn(page, patience = 6) {
  const start = await turn(page);
  let [phase, made] = ['', 0];
  for (let choice = 0; (await turn(page)) === start; choice += 1) {
    assert.ok(choice < 200, 'a turn ends');
    const now = await page.locator('.moment span').textContent();
    [phase, made] = now === phase ? [phase, made + 1] : [now, 0];
    const end = page.locator('.buttons .primary');
    if (made >= patience && (await end.count())) await after(page, () => end.click());
    else await followAdvice(page);
  }
}
