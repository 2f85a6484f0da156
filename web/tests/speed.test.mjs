// Quick: the first byte, the weight of the page, and a choice from the click to the drawn table.

import assert from 'node:assert/strict';
import { after as afterAll, before, test } from 'node:test';
import { BASE, begin, clean, open, visitor } from './support.mjs';

let browser;
before(async () => {
  browser = await open();
});
afterAll(() => browser.close());

const median = values => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

test('the first byte comes within 50 ms', async () => {
  const times = [];
  for (let n = 0; n < 11; n += 1) {
    const start = performance.now();
    const answer = await fetch(BASE);
    times.push(performance.now() - start);
    await answer.text();
  }
  console.log(`first byte: median ${median(times).toFixed(1)} ms`);
  assert.ok(median(times) < 50);
});

test('home and a whole table weigh less than 500 KiB', async () => {
  const page = await visitor(browser);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  let bytes = 0;
  devtools.on('Network.loadingFinished', event => {
    bytes += event.encodedDataLength;
  });
  await begin(page);
  await page.locator('[data-do=draft]').waitFor();
  console.log(`transferred, home to table: ${Math.round(bytes / 1024)} KiB`);
  assert.ok(bytes < 500 * 1024);
  clean(page);
});

/** Clicks, and tells when the next table has been drawn. */
const timed = (page, selector) =>
  page.evaluate(
    name =>
      new Promise(done => {
        const text = () => document.querySelector('.moment b')?.textContent;
        const before = text();
        const start = performance.now();
        const watch = new MutationObserver(() => {
          if (text() === before) return;
          watch.disconnect();
          requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        const el = document.querySelector(name);
        const box = el.getBoundingClientRect();
        el.dispatchEvent(
          new MouseEvent('click', {
            bubbles: true,
            detail: 1,
            clientX: box.x + box.width / 2,
            clientY: box.y + box.height / 2,
          }),
        );
      }),
    selector,
  );

// 100 ms is what we promise, and `cargo xtask speed` holds a release build to it. Among all other tests the program is not
// fully optimised and the machine is busy: there only something grossly wrong shows.
const promised = Number(process.env.DERBYHOUSE_DRAWN_MS ?? 400);

test(`a choice is answered and drawn within ${promised} ms, with 643 hexes lit`, async () => {
  const page = await visitor(browser);
  let best = Infinity;
  // A machine that is busy with something else gets three tries.
  for (let round = 0; round < 3 && best >= promised; round += 1) {
    await begin(page);
    const times = [];
    for (let n = 0; n < 6; n += 1) {
      times.push(await timed(page, '[data-choice="deploy pack6"]'));
      await page.locator('.lit-layer .lit').first().waitFor();
      await page.waitForTimeout(300);
      times.push(await timed(page, `.lit-layer [data-space="10${12 + n}"]`));
      await page.locator('[data-choice="deploy single"]').waitFor();
      await page.waitForTimeout(300);
    }
    console.log(`a choice drawn: median ${median(times).toFixed(0)} ms, most ${Math.max(...times).toFixed(0)} ms`);
    best = Math.min(best, median(times));
  }
  assert.ok(best < promised);
  clean(page);
});
