// A new game: how it starts, which optional rules, who sits where.

import * as api from '../api.js';
import { Plane } from '../board/geometry.js';
import { picture } from '../board/sea.js';
import { h } from '../dom.js';
import { holdCreated, setTaste, taste } from '../keys.js';
import { themeButton } from '../theme.js';
/** @import {GameInfo, Named, Scenario, SeatPlan} from '../types.js' */

/** @param {GameInfo} game */
function scenarios(game) {
  const last = taste(`scenario.${game.id}`, game.scenarios[0]?.id);
  return h(
    'fieldset',
    { class: game.scenarios.length > 8 ? 'pills many-pills' : 'pills' },
    h('legend', {}, 'Scenario'),
    ...families(game.scenarios).flatMap(({ name, members }) => [
      name ? h('p', { class: 'family' }, name) : null,
      ...members.map(({ id, label }) =>
        h(
          'label',
          {},
          h('input', { type: 'radio', name: 'scenario', value: id, checked: id === last, 'aria-label': label }),
          h('span', {}, label.slice(common(members).length)),
        ),
      ),
    ]),
  );
}

/** What all of a kind begin with, such as “Patrol, ”, need not be said of each. @param {Scenario[]} members */
function common(members) {
  const [first, ...rest] = members.map(({ label }) => label.slice(0, label.includes(', ') ? label.indexOf(', ') + 2 : 0));
  return first && rest.length > 0 && rest.every(one => one === first) ? first : '';
}

/** Scenarios of a kind stand under one heading. @param {Scenario[]} scenarios */
function families(scenarios) {
  /** @type {{name: string, members: Scenario[]}[]} */
  const found = [];
  for (const one of scenarios) {
    const last = found.at(-1);
    if (last?.name === one.family) last.members.push(one);
    else found.push({ name: one.family, members: [one] });
  }
  return found;
}

/** @param {GameInfo} game */
function options(game) {
  return h(
    'details',
    { class: 'options' },
    h('summary', {}, 'Optional rules', h('span', { class: 'many' }, game.options.length)),
    ...game.options.map(option =>
      h(
        'label',
        { class: 'option' },
        h('input', { type: 'checkbox', name: 'option', value: option.id, checked: option.default }),
        h(
          'span',
          {},
          h('b', {}, option.id.replaceAll('-', ' ')),
          ' ',
          h('span', { class: 'fine' }, `[${option.rule}]`),
          h('br'),
          option.about,
        ),
      ),
    ),
  );
}

/** @param {GameInfo} game @param {Named} seat @param {number} n */
function seatRow(game, seat, n) {
  const mine = n === 0 || game.together;
  const who = h(
    'select',
    { name: `seat.${seat.id}`, 'aria-label': `Who is ${seat.label}` },
    h('option', { value: 'me', selected: mine }, 'me'),
    ...game.bots.map((bot, k) => h('option', { value: `bot.${bot}`, selected: !mine && k === 0 }, `computer: ${bot}`)),
    h('option', { value: 'open' }, 'someone by link'),
  );
  return h('label', { class: 'seat-row', 'data-seat': seat.id }, h('span', {}, seat.label), who);
}

const TOGETHER =
  'All players are on one side. You may take as many seats as you like and change between them at the table.';

const APART =
  'The sides hide things from each other. On one screen a curtain falls whenever the other side is to choose.';

/** Who sits where; where all are on one side, all at once. @param {GameInfo} game */
function seating(game) {
  const rows = game.seats.map((seat, n) => seatRow(game, seat, n));
  /** @param {string} label @param {string} others what every seat but the first becomes */
  const preset = (label, others) =>
    h(
      'button',
      {
        type: 'button',
        'data-preset': others,
        onclick: () =>
          rows.forEach((row, n) => {
            const select = row.querySelector('select');
            if (select) select.value = n === 0 ? 'me' : others;
          }),
      },
      label,
    );
  const bot = game.bots[0];
  const presets = [
    preset(game.together ? 'All mine' : 'All on this screen', 'me'),
    bot ? preset('Others by computer', `bot.${bot}`) : null,
    preset('Others by link', 'open'),
  ];
  const el = h(
    'fieldset',
    { class: 'seating' },
    h('legend', {}, 'Who sits where'),
    game.seats.length > 1 ? h('p', { class: 'fine' }, game.together ? TOGETHER : APART) : null,
    game.seats.length > 1 ? h('div', { class: 'row' }, ...presets) : null,
    ...rows,
  );
  /** Only those who take part are asked for. @param {string} scenario */
  function only(scenario) {
    const seats = game.scenarios.find(one => one.id === scenario)?.seats ?? [];
    for (const row of rows) {
      const out = seats.length > 0 && !seats.includes(row.dataset['seat'] ?? '');
      row.hidden = out;
      const select = row.querySelector('select');
      if (select) select.disabled = out;
    }
    const presetRow = el.querySelector('.row');
    if (presetRow instanceof HTMLElement) presetRow.hidden = seats.length === 1;
  }
  return { el, only };
}

/** @param {FormData} form @param {GameInfo} game @param {string} name */
function plan(form, game, name) {
  /** @type {Record<string, SeatPlan>} */
  const seats = {};
  for (const seat of game.seats) {
    const who = form.get(`seat.${seat.id}`) ?? 'me';
    if (typeof who !== 'string') continue;
    if (who === 'open') seats[seat.id] = { kind: 'open' };
    else if (who.startsWith('bot.')) seats[seat.id] = { kind: 'bot', bot: who.slice(4) };
    else seats[seat.id] = name ? { kind: 'me', name } : { kind: 'me' };
  }
  const on = new Set(form.getAll('option').map(String));
  const options = game.options
    .filter(option => on.has(option.id) !== option.default)
    .map(option => (option.default ? `no-${option.id}` : option.id));
  const seed = String(form.get('seed') ?? '').trim();
  return { game: game.id, scenario: form.get('scenario'), options, seats, ...(seed ? { seed } : {}) };
}

/** @param {string} id @param {(path: string) => void} go */
export async function newGamePage(id, go) {
  const game = (await api.games()).find(one => one.id === id);
  if (!game) throw new Error(`There is no game “${id}” here.`);
  document.title = `New game: ${game.title} – Derby House`;
  const board = await api.board(id);
  const plane = new Plane(board);
  const error = h('p', { class: 'error', role: 'alert', hidden: true });
  const name = h('input', { name: 'name', maxlength: 40, value: taste('name', ''), autocomplete: 'nickname' });
  const start = h('button', { class: 'primary large', 'data-do': 'start' }, 'Start');
  const chairs = seating(game);
  const chosen = () => String(new FormData(form).get('scenario') ?? '');
  const form = h(
    'form',
    {
      class: 'new-form',
      onchange: () => chairs.only(chosen()),
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void send(plan(new FormData(form), game, name.value.trim()));
      },
    },
    scenarios(game),
    chairs.el,
    game.options.length > 0 ? options(game) : null,
    h(
      'details',
      { class: 'options' },
      h('summary', {}, 'Name and seed'),
      h('label', { class: 'seat-row' }, h('span', {}, 'Your name'), name),
      h(
        'label',
        { class: 'seat-row' },
        h('span', {}, 'Seed'),
        h('input', {
          name: 'seed',
          inputmode: 'numeric',
          pattern: '[0-9]*',
          placeholder: 'by chance',
          title: 'A number: the same seed and the same choices give the same game.',
        }),
      ),
    ),
    error,
    h(
      'div',
      { class: 'row' },
      start,
      game.tutorial
        ? h('button', { type: 'button', 'data-do': 'tutorial', onclick: () => void lesson() }, 'First game: a lesson')
        : null,
    ),
  );

  chairs.only(chosen());

  const lesson = () =>
    send({
      game: id,
      options: [],
      tutorial: true,
      seats: Object.fromEntries(
        game.seats.map((seat, n) => [seat.id, n === 0 ? { kind: 'me' } : { kind: 'bot', bot: game.bots[0] ?? '' }]),
      ),
    });

  /** @param {Record<string, unknown>} wish */
  async function send(wish) {
    start.disabled = true;
    error.hidden = true;
    try {
      const created = await api.create(wish);
      holdCreated(created);
      setTaste('name', name.value.trim());
      if (wish['scenario']) setTaste(`scenario.${id}`, wish['scenario']);
      go(`/match/${created.id}`);
    } catch (problem) {
      error.textContent = api.sentence(problem);
      error.hidden = false;
      start.disabled = false;
    }
  }

  const page = h(
    'div',
    { class: 'home new-game' },
    h(
      'header',
      { class: 'home-head' },
      h(
        'div',
        {},
        h('a', { class: 'back', href: '/', 'data-link': '' }, '‹ Derby House'),
        h('h1', {}, game.title),
        h('p', {}, game.about),
      ),
      h('div', { class: 'tools' }, themeButton()),
    ),
    h('main', { class: 'two' }, form, plane.empty ? null : picture(board, plane, `Board of ${game.title}`)),
  );
  if (location.search === '?tutorial') void lesson();
  return page;
}
