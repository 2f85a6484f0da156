// The whole match on a slider: any moment can be looked at, and played on from.

import { sentence } from '../api.js';
import { fill, h, kbd } from '../dom.js';
import { holdCreated } from '../keys.js';
import { confirm, save } from '../ui.js';
import { shown } from './state.js';
import { look, lookAs } from './past.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */

/** @param {Desk} desk @param {(path: string) => void} go */
export function timeline(desk, go) {
  const slider = h('input', {
    type: 'range',
    min: 0,
    step: 1,
    'aria-label': 'Moment of the match',
    oninput: () => void look(desk, Number(slider.value)),
  });
  const ticks = h('div', { class: 'ticks', 'aria-hidden': 'true' });
  const label = h('output', { class: 'moment' });
  const back = h(
    'button',
    {
      type: 'button',
      class: 'icon',
      'aria-label': 'One move back',
      title: 'One move back (,)',
      onclick: () => step(-1),
    },
    '◀',
  );
  const on = h(
    'button',
    { type: 'button', class: 'icon', 'aria-label': 'One move on', title: 'One move on (.)', onclick: () => step(1) },
    '▶',
  );
  const now = h(
    'button',
    { type: 'button', 'data-do': 'now', onclick: () => void look(desk, Infinity) },
    'Now',
    kbd('Esc'),
  );
  const branch = h(
    'button',
    { type: 'button', 'data-do': 'branch', onclick: () => void playOn() },
    'Play on from here',
  );
  const record = h(
    'button',
    { type: 'button', 'data-do': 'record', title: 'Download the record of this match', onclick: () => void download() },
    'Record',
  );
  const eyes = h('select', {
    class: 'eyes',
    'aria-label': 'Look back with the eyes of',
    title: 'Look back with the eyes of',
    onchange: () => void lookAs(desk, eyes.value || null),
  });
  const el = h(
    'section',
    { class: 'timeline', 'aria-label': 'History' },
    back,
    h('div', { class: 'rail' }, slider, ticks),
    on,
    label,
    eyes,
    now,
    branch,
    record,
  );

  const here = () => desk.state.at ?? desk.state.table.moves;
  /** @param {number} by */
  const step = by => void look(desk, Math.max(0, here() + by));
  /** To the next turn or phase in a direction. @param {number} by */
  const leap = by => {
    const stops = desk.state.moments.map(moment => moment.moves);
    const next = by < 0 ? stops.findLast(moves => moves < here()) : stops.find(moves => moves > here());
    void look(desk, next ?? (by < 0 ? 0 : Infinity));
  };

  async function playOn() {
    const at = here();
    if (
      !(await confirm(
        'Play on from here?',
        `A new match begins with the first ${at} moves of this one. This one stays as it is.`,
        'Begin',
      ))
    )
      return;
    try {
      const created = await desk.api.branch(at);
      holdCreated(created);
      go(`/match/${created.id}`);
    } catch (error) {
      desk.tell(sentence(error));
    }
  }

  async function download() {
    try {
      save(`${desk.game.id}-${desk.state.summary.id}.txt`, await desk.api.record());
    } catch (error) {
      desk.tell(sentence(error));
    }
  }

  /** Once it is over, both sides can be looked at, as each saw it then. @param {State} state */
  function drawEyes({ summary, table, eyes: whose }) {
    eyes.hidden = !table.over || desk.game.together || summary.seats.length < 2;
    if (eyes.hidden) return;
    if (eyes.options.length === 0)
      fill(
        eyes,
        h('option', { value: '' }, table.you ? 'My eyes' : 'What all saw'),
        ...summary.seats
          .filter(seat => seat.id !== table.you)
          .map(seat => h('option', { value: seat.id }, seat.label)),
      );
    eyes.value = whose ?? '';
  }

  let drawn = '';
  /** @param {State} state */
  function render(state) {
    drawEyes(state);
    const { moves } = state.table;
    slider.max = String(moves);
    slider.value = String(state.at ?? moves);
    slider.disabled = moves === 0;
    back.disabled = here() === 0;
    on.disabled = state.at === null;
    const { clock } = shown(state).scene;
    const words = clock.turn > 0 ? `turn ${clock.turn}, ${clock.phase}` : clock.phase;
    fill(label, h('b', {}, `Move ${here()}`), h('span', {}, words));
    slider.setAttribute('aria-valuetext', `Move ${here()} of ${moves}, ${words}`);
    now.hidden = branch.hidden = state.at === null;
    record.hidden = state.at !== null;
    const signature = `${moves} ${state.moments.length} ${state.moments.at(-1)?.moves}`;
    if (signature === drawn) return;
    drawn = signature;
    drawTicks(state);
  }

  /** @param {State} state */
  function drawTicks({ moments, table }) {
    let turn = -1;
    fill(
      ticks,
      ...moments
        .filter(moment => moment.moves <= table.moves)
        .map(moment => {
          const first = moment.turn !== turn;
          turn = moment.turn;
          const tick = h('i', { class: first ? 'turn' : '' }, first && moment.turn > 0 ? String(moment.turn) : '');
          tick.style.left = `${(100 * moment.moves) / Math.max(1, table.moves)}%`;
          return tick;
        }),
    );
  }
  return { el, render, step, leap };
}
