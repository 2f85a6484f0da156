// A new game: how it starts, which optional rules, who sits where.

import * as api from '../api.js';
import { Plane } from '../board/geometry.js';
import { picture } from '../board/sea.js';
import { h } from '../dom.js';
import { holdCreated, setTaste, taste } from '../keys.js';
import { themeButton } from '../theme.js';
/** @import {GameInfo, Named, SeatPlan} from '../types.js' */

/** @param {GameInfo} game */
function scenarios(game) {
  const last = taste(`scenario.${game.id}`, game.scenarios[0]?.id);
  return h(
    'fieldset',
    { class: 'pills' },
    h('legend', {}, 'Scenario'),
    ...game.scenarios.map(({ id, label }) =>
      h(
        'label',
        {},
        h('input', { type: 'radio', name: 'scenario', value: id, checked: id === last }),
        h('span', {}, label),
      ),
    ),
  );
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
  const who = h(
    'select',
    { name: `seat.${seat.id}`, 'aria-label': `Who is ${seat.label}` },
    h('option', { value: 'me', selected: n === 0 }, 'me'),
    ...game.bots.map((bot, k) => h('option', { value: `bot.${bot}`, selected: n > 0 && k === 0 }, `computer: ${bot}`)),
    h('option', { value: 'open' }, 'someone by link'),
  );
  return h('label', { class: 'seat-row' }, h('span', {}, seat.label), who);
}

/** @param {FormData} form @param {GameInfo} game @param {string} name */
function plan(form, game, name) {
  /** @type {Record<string, SeatPlan>} */
  const seats = {};
  for (const seat of game.seats) {
    const who = String(form.get(`seat.${seat.id}`) ?? 'me');
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
  const form = h(
    'form',
    {
      class: 'new-form',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void send(plan(new FormData(form), game, name.value.trim()));
      },
    },
    scenarios(game),
    h('fieldset', {}, h('legend', {}, 'Who sits where'), ...game.seats.map((seat, n) => seatRow(game, seat, n))),
    options(game),
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
