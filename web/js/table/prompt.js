// The question, in plain words, with its buttons and the help that can be had.

import { fill, h, kbd } from '../dom.js';
import { heldFor, hold } from '../keys.js';
import { dropdown } from '../ui.js';
import { onDisplay, overBoard } from './counters.js';
import { advised, defaultOffer } from './state.js';
import { offerList } from './offers.js';
import { openOrders } from './orders.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */
/** @import {Rich} from './rich.js' */
/** @import * as T from '../types.js' */

/** @type {{extent: T.Extent, label: string, about: string}[]} */
const HANDS = [
  { extent: 'decision', label: 'This decision', about: 'one answer' },
  { extent: 'draft', label: 'This phase, for me to look over', about: 'everything but its end' },
  { extent: 'phase', label: 'This phase', about: 'and on to the next' },
  { extent: 'turn', label: 'This turn', about: 'until the next begins' },
  { extent: 'rest', label: 'The rest of the game', about: 'until the end' },
];

/** @param {string} noun @param {number} count */
const some = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** @param {T.Prompt} prompt @param {State} now */
function litWords(prompt, now) {
  const there = onDisplay(now);
  const chips = new Set(prompt.offers.filter(there).map(offer => offer.choice.split(' ')[1])).size;
  if (chips) return `${chips} lit on the display`;
  if (overBoard(now).length) return '';
  const on = (/** @type {'space' | 'piece'} */ kind) =>
    new Set(
      prompt.offers.flatMap(({ anchor }) =>
        typeof anchor === 'object' && kind in anchor ? Object.values(anchor) : [],
      ),
    ).size;
  const [spaces, pieces] = [on('space'), on('piece')];
  const words = [spaces && some(spaces, 'place'), pieces && some(pieces, 'counter')].filter(Boolean).join(' and ');
  return words && `${words} lit on the map`;
}

/** @param {State} now */
function waiting({ summary, table }) {
  const names = summary.seats
    .filter(seat => table.asked.includes(seat.id))
    .map(seat => (seat.name ? `${seat.name} (${seat.label})` : seat.label));
  return names.length ? `Waiting for ${names.join(' and ')}.` : 'Nobody is asked.';
}

/** Seats of this browser that are asked while the shown one is not. @param {State} now */
function sitIn({ summary, table }) {
  const keys = heldFor(summary.id)?.keys ?? {};
  if (table.you && table.asked.includes(table.you)) return [];
  return summary.seats.flatMap(seat =>
    table.asked.includes(seat.id) && keys[seat.id] ? [{ seat, key: keys[seat.id] ?? '' }] : [],
  );
}

/** @param {Desk} desk @param {Rich} rich @param {(offer: T.Offer) => void} pick @param {(path: string) => void} go */
export function promptPanel(desk, rich, pick, go) {
  const title = h('h2');
  const text = h('p', { class: 'question', 'aria-live': 'polite' });
  const notes = h('div', { class: 'notes' });
  const buttons = h('div', { class: 'buttons' });
  const all = offerList(desk, pick);
  const undo = h(
    'button',
    { type: 'button', 'data-do': 'undo', onclick: () => void desk.undo() },
    h('span', {}, 'Undo'),
    kbd('U'),
  );
  const advise = h(
    'button',
    { type: 'button', 'data-do': 'advise', onclick: () => void desk.advise() },
    h('span', {}, 'Advise me'),
    kbd('A'),
  );
  const hand = (/** @type {typeof HANDS[number]} */ { extent, label, about }) => ({
    label,
    about,
    disabled: !desk.state.table.scene.prompt,
    run: () => void desk.staff(extent),
  });
  const canOrder = () => desk.game.orders && desk.state.table.you !== null;
  const orders = {
    label: 'Standing orders…',
    about: 'what is answered for you from now on',
    run: () => void openOrders(desk, rich),
  };
  const staff = dropdown([h('span', {}, 'Let the staff do it'), kbd('F')], 'What the staff does', () => [
    ...HANDS.map(hand),
    ...(canOrder() ? [orders] : []),
  ]);
  staff.button.dataset['do'] = 'staff';
  const help = h('div', { class: 'help' }, undo, advise, staff.el);
  const chairs = h('div', { class: 'seat-tabs', role: 'group', 'aria-label': 'Your seats', hidden: true });
  const el = h(
    'section',
    { class: 'prompt', 'aria-label': 'Your decision' },
    chairs,
    title,
    text,
    notes,
    buttons,
    help,
    all.el,
  );

  /** @param {T.Offer} offer @param {State} now */
  function button(offer, now) {
    const eye = () => desk.set({ eyed: offer });
    const best = offer.choice === advised(now);
    const key = offer.default ? kbd('Enter') : offer.choice === 'back' ? kbd('Esc') : null;
    return h(
      'button',
      {
        type: 'button',
        class: [offer.default && 'primary', best && 'advised'].filter(Boolean).join(' '),
        'data-choice': offer.choice,
        onclick: () => pick(offer),
        onpointerenter: eye,
        onfocus: eye,
      },
      h('span', {}, offer.label),
      key,
    );
  }

  /**
   * Whether an offer can be clicked on the map; what cannot, or what a display lies over, is a button.
   * @param {T.Offer} offer @param {State} now
   */
  function onMap({ anchor }, now) {
    if (anchor === 'button' || overBoard(now).length) return false;
    return 'space' in anchor
      ? rich.plane.spots.has(anchor.space)
      : now.table.scene.pieces.some(piece => piece.id === anchor.piece);
  }

  /** Where all see the same, seats are changed as often as one likes. @param {State} now */
  function drawChairs(now) {
    const inPlay = new Set(now.table.scene.sheets.map(sheet => sheet.seat).filter(Boolean));
    const mine = now.summary.seats.filter(seat => desk.keys[seat.id] && (inPlay.size === 0 || inPlay.has(seat.id)));
    chairs.hidden = !desk.game.together || mine.length < 2;
    fill(
      chairs,
      ...mine.map(seat => {
        const asked = now.table.asked.includes(seat.id);
        return h(
          'button',
          {
            type: 'button',
            class: asked ? 'asked' : '',
            'data-seat': seat.id,
            'aria-pressed': seat.id === now.table.you,
            'aria-label': `${seat.label}${asked ? ', to choose' : ''}`,
            onclick: () => void desk.sit(seat.id),
          },
          seat.label,
        );
      }),
    );
  }

  /** Who else is to choose at this moment. @param {State} now */
  function others({ summary, table }) {
    const names = summary.seats
      .filter(seat => table.asked.includes(seat.id) && seat.id !== table.you)
      .map(seat => (seat.name ? `${seat.label} (${seat.name})` : seat.label));
    return names.length ? h('p', { class: 'lit-words others' }, `Also to choose: ${names.join(', ')}`) : null;
  }

  /** The other seat's hidden things are shown only when its player asks for them. @param {State} now */
  const seats = now =>
    sitIn(now).map(({ seat, key }) =>
      h(
        'button',
        { type: 'button', class: 'suggest', 'data-seat': seat.id, onclick: () => change(key) },
        h('span', {}, `Sit down as ${seat.label}`),
      ),
    );

  /** @param {string} key */
  function change(key) {
    const { id } = desk.state.summary;
    const mine = heldFor(id);
    if (mine) hold({ ...mine, key });
    go(`/match/${id}`);
  }

  /** @param {State} now */
  function draft(now) {
    const { clock, prompt } = now.table.scene;
    // Before the first turn, and while nothing is half chosen or done, there is something to set up.
    if (now.past || clock.turn > 0 || !prompt || prompt.offers.some(offer => offer.default || offer.choice === 'back'))
      return null;
    return h(
      'button',
      { type: 'button', class: 'suggest', 'data-do': 'draft', onclick: () => void desk.staff('draft') },
      h('span', {}, 'Take the staff’s set-up, then change it'),
    );
  }

  /** What can be handed over as one thing by itself. @param {State} now */
  function handOver(now) {
    const name = now.past ? null : now.table.scene.prompt?.hand;
    if (!name) return null;
    return h(
      'button',
      { type: 'button', class: 'suggest', 'data-do': 'hand', onclick: () => void desk.staff('phase') },
      h('span', {}, name),
    );
  }

  /** @param {State} now */
  function repeat(now) {
    const { pair, brush } = now;
    if (!pair || !now.table.scene.prompt?.offers.some(offer => offer.choice === pair.button.choice)) return null;
    const on = brush !== null;
    const words = on ? `Placing “${pair.button.label}”: click, or drag along a line` : `Repeat: ${pair.button.label}`;
    return h(
      'button',
      {
        type: 'button',
        class: on ? 'repeat on' : 'repeat',
        'data-do': 'repeat',
        'aria-pressed': on,
        onclick: () => desk.set({ brush: on ? null : new Set() }),
      },
      h('span', {}, words),
      kbd(on ? 'Esc' : 'R'),
    );
  }

  /** @param {State} now */
  function question(now) {
    const { prompt } = now.table.scene;
    title.textContent = now.table.you ? 'Your decision' : 'You watch';
    if (now.past) {
      title.textContent = 'Looking back';
      return fill(text, `The table after ${some(now.past.moves, 'move')}.`);
    }
    if (now.table.over) {
      title.textContent = 'The match is over';
      return fill(text, `${now.table.over.level.label}.`);
    }
    if (!prompt) {
      if (now.table.you) title.textContent = 'Not your turn';
      return fill(text, waiting(now));
    }
    fill(text, ...rich.text(prompt.text), ' ', prompt.rule ? rich.rule(prompt.rule) : null);
  }

  /** @param {State} now */
  function remarks(now) {
    const { scene } = now.table;
    if (now.past || !scene.prompt) return fill(notes);
    const { advice } = now;
    const lit = litWords(scene.prompt, now);
    fill(
      notes,
      lit && h('p', { class: 'lit-words' }, lit, ' ', kbd('M')),
      others(now),
      ...scene.warnings.map(warning => h('p', { class: 'warning' }, ...rich.text(warning))),
      advice &&
        h(
          'p',
          { class: 'advice', role: 'status' },
          h('b', {}, `${advice.bot} advises: ${advice.label}. `),
          ...rich.text(advice.reason),
        ),
    );
  }

  let drawn = '';
  /** @param {State} now */
  function render(now) {
    question(now);
    drawChairs(now);
    remarks(now);
    all.render(now);
    const prompt = now.past ? null : now.table.scene.prompt;
    help.hidden = !prompt && !now.table.may_undo && !canOrder();
    undo.disabled = !now.table.may_undo || now.past !== null;
    undo.title = now.table.may_undo ? 'Take the last choice back' : (now.table.undo_reason ?? '');
    advise.disabled = !prompt;
    staff.button.disabled = !prompt && !canOrder();
    // Buttons are made anew only when they change, so that the focus stays.
    const signature = JSON.stringify([
      now.table.version,
      now.table.you,
      now.past !== null,
      advised(now),
      now.pair?.button.choice,
      now.brush !== null,
      now.uncovered,
    ]);
    if (signature === drawn) return;
    drawn = signature;
    const there = onDisplay(now);
    const offers = (prompt?.offers ?? []).filter(offer => !onMap(offer, now) && !there(offer));
    const first = defaultOffer(prompt);
    const ordered = first && offers.includes(first) ? [first, ...offers.filter(offer => offer !== first)] : offers;
    buttons.classList.toggle('many-buttons', ordered.length > 5);
    fill(
      buttons,
      repeat(now),
      draft(now),
      handOver(now),
      ...(now.past || desk.game.together ? [] : seats(now)),
      ...ordered.map(offer => button(offer, now)),
    );
  }

  return { el, render, list: all, staff };
}
