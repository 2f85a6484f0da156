// Two admirals who hide their fleets from each other: on one screen with a curtain, against the computer, from two
// places, and with one of them away.

import assert from 'node:assert/strict';
import { after as afterAll, before, test } from 'node:test';
import { BASE, after, clean, followAdvice, moves, open, picture, question, visitor } from './support.mjs';

const SCENARIO = 'JW-51B';

let browser;
before(async () => {
  browser = await open();
});
afterAll(() => browser.close());

/** Starts JW-51B; who the other seat is, is a preset of the form or a choice for each seat. */
async function start(page, { preset, seats = {}, seed = '11' }) {
  await page.goto(`${BASE}/new/pq17`);
  await page.getByLabel(new RegExp(`^${SCENARIO}`)).check();
  if (preset) await page.locator(`[data-preset="${preset}"]`).click();
  for (const [seat, who] of Object.entries(seats)) await page.locator(`[name="seat.${seat}"]`).selectOption(who);
  // Who plays with others may not choose the seed.
  if (preset !== 'open') {
    await page.getByText('Name and seed').click();
    await page.getByLabel('Seed').fill(seed);
  }
  await page.getByRole('button', { name: 'Start' }).click();
}

const asked = page => page.locator('.question').filter({ hasText: /\w/ }).waitFor();

/** Hands the phase to the staff. */
async function staff(page) {
  const before = await moves(page);
  await page.locator('[data-do=staff]').click();
  await page.getByRole('menuitem', { name: 'and on to the next' }).click();
  await page.waitForFunction(seen => {
    if (document.querySelector('[data-do=lift]')) return true;
    const shown = document.querySelector('.table:not(.busy) .moment b')?.textContent;
    return shown && shown !== `Move ${seen}`;
  }, before);
}

/** Everything that is in the page, in words and in attributes. */
const everything = page => page.evaluate(() => document.documentElement.outerHTML);

test('a curtain falls whenever the other side is to choose, and nothing of either side is on it', async () => {
  const page = await visitor(browser);
  await start(page, { preset: 'me' });
  const lift = page.locator('[data-do=lift]');
  await lift.waitFor();
  const sides = [];
  for (let scene = 0; scene < 6; scene += 1) {
    const who = await page.locator('.curtain h1 b').innerText();
    sides.push(who);
    const bare = await everything(page);
    assert.ok(!/U-boats|Patrol White|Hipper|Lutzow|Lützow|JW-51B escort|class="piece/.test(bare), 'nothing shows');
    // Whoever loads the page anew sees the curtain again.
    if (scene === 1) {
      await page.reload();
      await lift.waitFor();
      assert.equal(await page.locator('.curtain h1 b').innerText(), who);
      await picture(page, 'arctic-curtain');
    }
    await lift.click();
    await asked(page);
    const side = who.startsWith('Axis') ? 'axis' : 'allied';
    const other = side === 'axis' ? 'allied' : 'axis';
    const pieces = await page.locator('.piece').evaluateAll(all => all.map(piece => piece.getAttribute('data-id')));
    assert.ok(pieces.some(id => id.startsWith(`${side} b`)), `${side} sees its own blocks`);
    assert.ok(!pieces.some(id => id.startsWith(`${other} b`)), `${side} sees no block of the other by its own name`);
    for (let step = 0; step < 80 && !(await lift.count()); step += 1) await staff(page);
    await lift.waitFor();
  }
  assert.ok(sides.includes('Axis admiral') && sides.includes('Allied admiral'), sides.join());
  clean(page);
});

test('one admiral plays against the computer', async () => {
  const page = await visitor(browser);
  await start(page, { preset: undefined, seats: { allied: 'me' } });
  await asked(page);
  await picture(page, 'arctic-opening');
  assert.match(await page.locator('.boards').innerText(), /Situation/);
  for (let step = 0; step < 12; step += 1) await followAdvice(page);
  for (let step = 0; step < 12; step += 1) await staff(page);
  assert.ok((await moves(page)) > 30);
  assert.match(await page.locator('.moment').innerText(), /turn \d+/);
  assert.ok(!(await page.locator('.piece[data-id^="axis b"]').count()), 'the enemy is known by tokens only');
  // A block of one's own opens its sheet.
  await page.locator('#tab-boards').click();
  const sheet = page.locator('[data-sheet^="allied b"]').first();
  await sheet.locator('summary').click();
  assert.match(await sheet.innerText(), /hex/);
  // The log can be searched.
  await page.locator('#tab-log').click();
  const lines = await page.locator('.lines li').count();
  await page.getByLabel('Filter the log').fill('9.1');
  assert.ok((await page.locator('.lines li').count()) < lines);
  await picture(page, 'arctic-computer');
  clean(page);
});

test('who was away is told that it is their turn, and what happened meanwhile', async () => {
  const page = await visitor(browser);
  await start(page, { preset: 'open' });
  await page.locator('.table').waitFor();
  await page.locator('#tab-people').click();
  const link = await page.locator('[data-copy*="#i="]').first().getAttribute('data-copy');
  const other = await visitor(browser);
  await other.goto(link);
  await asked(other);
  // The Allied admiral looks, and goes away; the Axis admiral plays on until he is asked no more.
  await page.waitForFunction(() => document.querySelector('.question')?.textContent);
  assert.match(await question(page), /Waiting for|Axis/);
  const away = page.url();
  await page.goto(BASE);
  for (let step = 0; step < 40 && !/Waiting/.test(await question(other)); step += 1) await staff(other);
  assert.match(await question(other), /Waiting for/);
  await page.goto(away);
  await asked(page);
  await page.locator('.notice').filter({ hasText: 'Your turn.' }).waitFor();
  await page.locator('#tab-log').click();
  const news = await page.locator('.lines').innerText();
  assert.ok(!/U-boats|Narvik \(b/.test(news), 'what the other side named stays with it');
  clean(page);
  clean(other);
});

/** Asks the server as a page does. */
async function api(path, key, body) {
  const answer = await fetch(`${BASE}/api/matches${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}

/** A match with a seed, one key a side: as if each had come by a link of their own. */
const twoKeys = (seed, scenario = 'jw51b') =>
  api('', null, {
    game: 'pq17',
    scenario,
    options: [],
    seed: String(seed),
    seats: { allied: { kind: 'me' }, axis: { kind: 'me' } },
  });

/** What an admiral settles himself before he leaves the rest to the staff: how many answers of each kind. */
const OWN = [
  { kind: 'set-up', words: /^(Set up|Combine, part and place)/, most: 4 },
  { kind: 'plan', words: /^Plan /, most: 4 },
  { kind: 'Dummies', words: /^Play starts/, most: 2 },
  { kind: 'moves', words: /moves next\?|^Where does .* go\?/, most: 4 },
];
/** What he would rather answer: to place, to plan and to move instead of leaving things as they are. */
const WISHES = [/^regroup$/, /^leave$/, /^(at|to) \d/, /^move b/, /^plan b/, /^done$/];

/** An admiral who remembers what he has answered. */
const admiral = () => ({ made: {}, moved: new Set() });

/** How many answers were his own. */
const own = ({ made }) => Object.values(made).reduce((sum, number) => sum + number, 0);

/** His own answer to a question, or none if it is for the staff. The same question always gets the same answer. */
function answer(mind, { text, offers }) {
  const topic = OWN.find(({ words }) => words.test(text));
  if (!topic || (mind.made[topic.kind] ?? 0) >= topic.most) return null;
  const fresh = offers.filter(({ choice }) => !mind.moved.has(choice));
  for (const wish of WISHES) {
    const liked = fresh.filter(({ choice }) => wish.test(choice));
    if (liked.length === 0) continue;
    const chosen = liked[Math.floor(liked.length / 2)];
    mind.made[topic.kind] = (mind.made[topic.kind] ?? 0) + 1;
    if (/^(move|plan) /.test(chosen.choice)) mind.moved.add(chosen.choice);
    return chosen;
  }
  return null;
}

/** Until he has moved what he wants to move, the staff answers one question at a time. */
const extent = ({ made }) => ((made.moves ?? 0) < OWN.find(({ kind }) => kind === 'moves').most ? 'decision' : 'turn');

/** How often the two are asked before ships fight. */
const PATIENCE = 130;
/** Seeds that are known to bring a battle early; when rules change, others may. */
const SEEDS = [12, 39, 37, ...Array.from({ length: 80 }, (_, n) => n + 31)];

const fights = table => table.scene.sheets.some(sheet => sheet.id === 'battle');

/** The first seed with which both come to a battle soon: without a browser that takes a second. */
async function soonest() {
  for (const seed of SEEDS) {
    const { id, keys } = await twoKeys(seed);
    const minds = { allied: admiral(), axis: admiral() };
    let table = await api(`/${id}/table`, keys.allied);
    for (let asked = 0; asked < PATIENCE && !table.over; asked += 1) {
      const [seat] = table.asked;
      table = await api(`/${id}/table`, keys[seat]);
      if (fights(table)) return seed;
      const { version } = table;
      const chosen = answer(minds[seat], table.scene.prompt);
      table = chosen
        ? await api(`/${id}/choices`, keys[seat], { version, choices: [{ choice: chosen.choice }] })
        : await api(`/${id}/staff`, keys[seat], { version, extent: extent(minds[seat]) });
    }
  }
  throw new Error('no seed brings a battle soon');
}

/** The page of the first admiral who is asked: each counts the moves that he knows of, so their numbers differ. */
async function toChoose(pages) {
  const look = page =>
    page.evaluate(() => {
      const table = document.querySelector('.table');
      return {
        busy: !table || table.classList.contains('busy'),
        asked: !table?.classList.contains('waiting'),
      };
    });
  for (let patience = 0; patience < 300; patience += 1) {
    const seen = await Promise.all(pages.map(look));
    const first = seen.findIndex(one => one.asked && !one.busy);
    if (first >= 0) return pages[first];
    await pages[0].waitForTimeout(25);
  }
  throw new Error('nobody is asked');
}

/** Gives an answer as a person would: with its button, else out of the list of all there are. */
async function give(page, { choice, anchor }) {
  await after(page, async () => {
    const list = page.locator('details.all');
    if (anchor !== 'button' && !(await list.evaluate(all => all.open))) await list.locator('summary').click();
    const shown = anchor === 'button' ? '.buttons' : 'details.all';
    await page.locator(`${shown} [data-choice="${choice}"]`).click();
  });
}

/** What the menu says of the staff's extents. */
const SAID = { decision: 'one answer', turn: 'until the next begins' };

/** Hands so much to the staff, by what the menu says of it. */
async function hand(page, extent) {
  await after(page, async () => {
    await page.locator('[data-do=staff]').click();
    await page.getByRole('menuitem', { name: extent }).click();
  });
}

test('two admirals play from two places until their ships fight', { timeout: 600_000 }, async () => {
  const { id, keys } = await twoKeys(await soonest());
  const pages = [];
  for (const seat of ['allied', 'axis']) {
    const page = await visitor(browser);
    await page.goto(`${BASE}/match/${id}#k=${keys[seat]}`);
    await asked(page);
    pages.push(page);
  }
  const minds = [admiral(), admiral()];
  const display = page => page.locator('[data-sheet=battle]');
  let fought = null;
  for (let click = 0; click < PATIENCE && !fought; click += 1) {
    const page = await toChoose(pages);
    if (await display(page).count()) {
      fought = page;
      continue;
    }
    const [mind, seat] = page === pages[0] ? [minds[0], 'allied'] : [minds[1], 'axis'];
    const { scene } = await api(`/${id}/table`, keys[seat]);
    const chosen = answer(mind, scene.prompt);
    await (chosen ? give(page, chosen) : hand(page, SAID[extent(mind)]));
  }
  for (const mind of minds) {
    assert.ok(own(mind) >= 10, `each has answered for himself: ${JSON.stringify(mind.made)}`);
    assert.ok(mind.made['set-up'] && mind.made.moves, 'his set-up and his moves');
  }
  assert.ok(minds[0].made.plan, 'only the Allied admiral has something to plan');
  assert.ok(fought, 'ships of both sides fight');
  // The Display lies open to both, with every counter in an area of its side.
  const shown = [];
  for (const page of pages) {
    await display(page).waitFor();
    assert.match(await display(page).innerText(), /Deployment/);
    shown.push(await display(page).locator('.lane-counter b').allInnerTexts());
    await display(page).scrollIntoViewIfNeeded();
  }
  assert.ok(shown[0].length >= 2);
  assert.deepEqual(shown[0].toSorted(), shown[1].toSorted(), 'both see the same ships in battle');
  // Blocks of the other side still go by tokens only.
  for (const [page, other] of [
    [pages[0], 'axis'],
    [pages[1], 'allied'],
  ])
    assert.equal(await page.locator(`.piece[data-id^="${other} b"]`).count(), 0, `${other} stays hidden`);
  await picture(fought, 'arctic-battle');
  // It lies over the map, which is out of reach meanwhile; D turns it away and back.
  const lies = fought.locator('.display [data-sheet=battle]');
  assert.equal(await lies.count(), 1);
  assert.equal(await fought.locator('svg.map[inert], .map[inert], [inert] svg.map').count() > 0, true, 'nobody tabs below it');
  await fought.keyboard.press('d');
  await lies.waitFor({ state: 'hidden' });
  await fought.locator('.boards [data-sheet=battle]').waitFor();
  assert.equal(await fought.locator('.stage [inert]').count(), 0);
  await fought.keyboard.press('d');
  await lies.waitFor();
  await hand(fought, 'one answer');
  pages.forEach(clean);
});

/** Lets both staffs answer until a question comes, without a browser; the seat that is asked it. */
async function untilAsked({ id, keys }, words, extent = 'decision') {
  let table = await api(`/${id}/table`, keys.allied);
  for (let asked = 0; asked < 400 && !table.over; asked += 1) {
    const [seat] = table.asked;
    table = await api(`/${id}/table`, keys[seat]);
    if (words.test(table.scene.prompt?.text ?? '')) return seat;
    table = await api(`/${id}/staff`, keys[seat], { version: table.version, extent });
  }
  throw new Error(`nobody is asked ${words}`);
}

/** Where a space is on the screen. */
const spot = (page, space) =>
  page.evaluate(async id => {
    const board = await (await fetch('/api/games/pq17/board')).json();
    const { x, y } = board.spaces.find(one => one.id === id);
    const map = document.querySelector('svg.map:not(.below)');
    const place = map.querySelector('.world').getAttribute('transform');
    const [, left, top, scale] = /translate\(([-\d.]+) ([-\d.]+)\) scale\(([-\d.]+)\)/.exec(place).map(Number);
    const frame = map.getBoundingClientRect();
    return { x: frame.x + left + x * scale, y: frame.y + top - y * scale };
  }, space);

test('a way is planned by drawing it, and a hex that is closed says why', async () => {
  const match = await twoKeys(3, 'pq17');
  const seat = await untilAsked(match, /Plan in secret/);
  const page = await visitor(browser);
  await page.goto(`${BASE}/match/${match.id}#k=${match.keys[seat]}`);
  await asked(page);
  await after(page, () => page.locator('[data-choice="plan b0"]').click());
  const before = await moves(page);
  const way = ['0504', '0404', '0305', '0306', '0307'];
  const [first, ...rest] = await Promise.all(way.map(space => spot(page, space)));
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 5 });
  assert.ok(await page.locator('.route').getAttribute('d'), 'the way is drawn as it goes');
  await page.mouse.up();
  // Out of port, and one hex a turn.
  await page.waitForFunction(
    made => document.querySelector('.moment b')?.textContent === `Move ${made}`,
    before + way.length,
  );
  assert.equal(await page.locator('.runway-course').count(), way.length - 1);
  assert.match(await page.locator('[data-sheet=plans]').innerText(), /fuel for/);
  // Back is not allowed, and the rule is named.
  const back = await spot(page, '0306');
  await page.mouse.move(back.x, back.y);
  await page.locator('.card').filter({ hasText: '5.1.5' }).waitFor();
  await picture(page, 'arctic-plan');
  clean(page);
});

test('words of the game open their rules, and tables lie open as charts', async () => {
  const match = await twoKeys(3, 'pq17');
  const page = await visitor(browser);
  await page.goto(`${BASE}/match/${match.id}#k=${match.keys.allied}`);
  await page.locator('[data-sheet=situation] .term').first().waitFor();
  await page.locator('[data-sheet=situation] .term', { hasText: 'Dummies' }).click();
  assert.match(await page.locator('dialog .rule-text').innerText(), /1\.3/);
  await page.keyboard.press('Escape');
  await page.locator('[data-do=rules]').click();
  await page.getByLabel('Search the rules and tables').fill('naval gunnery');
  await page.locator('dialog [data-table=naval_gunnery] summary').click();
  await page.locator('dialog .table-card table').first().waitFor();
  await picture(page, 'arctic-rules');
  clean(page);
});

test('once it is over both sides can be looked at, as each saw it', async () => {
  const { id, keys } = await twoKeys(5, 'pq6');
  for (let step = 0; step < 6; step += 1) {
    const [seat] = (await api(`/${id}/table`, keys.allied)).asked;
    const { version } = await api(`/${id}/table`, keys[seat]);
    await api(`/${id}/staff`, keys[seat], { version, extent: 'phase' });
  }
  const table = await api(`/${id}/table`, keys.allied);
  await api(`/${id}/resign`, keys.allied, { version: table.version });
  const page = await visitor(browser);
  await page.goto(`${BASE}/match/${id}#k=${keys.allied}`);
  await page.locator('select.eyes').waitFor();
  await page.locator('#tab-boards').click();
  await page.locator('[data-sheet=knew-axis]').waitFor();
  const pieces = side => page.locator(`.piece[data-id^="${side} b"]`).count();
  await page.getByLabel('One move back').click();
  await page.locator('.table.past').waitFor();
  assert.ok((await pieces('allied')) > 0 && (await pieces('axis')) === 0, 'my eyes');
  await page.locator('select.eyes').selectOption('axis');
  await page.waitForFunction(() => document.querySelector('.piece[data-id^="axis b"]'));
  assert.equal(await pieces('allied'), 0, 'the eyes of the other');
  await picture(page, 'arctic-eyes');
  clean(page);
});

test('what was seen follows the seat into another browser', async () => {
  const match = await twoKeys(7, 'pq6');
  const link = seat => `${BASE}/match/${match.id}#k=${match.keys[seat]}`;
  const page = await visitor(browser);
  await page.goto(link('allied'));
  await asked(page);
  const seen = async () => (await api(`/${match.id}`, match.keys.allied)).seen;
  await page.waitForFunction(() => document.querySelector('.moment b'));
  for (let look = 0; look < 50 && (await seen()) === null; look += 1) await page.waitForTimeout(100);
  const before = await seen();
  assert.equal(before, await moves(page));
  await page.close();
  const seat = await untilAsked(match, /Plan in secret/);
  assert.ok(seat);
  const other = await visitor(browser);
  await other.goto(link('allied'));
  await other.locator('.notice').filter({ hasText: 'since you last looked' }).waitFor();
  clean(other);
});
