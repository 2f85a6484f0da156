// Who sits at the table, the links that let others in, and a few words.

import { fill, h } from '../dom.js';
import { heldFor } from '../keys.js';
import { confirm, copyButton } from '../ui.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */
/** @import {SeatState} from '../types.js' */

/** @param {Desk} desk */
export function peoplePanel(desk) {
  const seats = h('ul', { class: 'seats' });
  const links = h('div', { class: 'links' });
  const remarks = h('ol', { class: 'remarks', 'aria-label': 'Chat', 'aria-live': 'polite' });
  const words = h('input', { maxlength: 400, placeholder: 'A word to the table', 'aria-label': 'A word to the table' });
  const form = h(
    'form',
    {
      class: 'say',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        say();
      },
    },
    words,
    h('button', {}, 'Say'),
  );
  const name = h('input', {
    maxlength: 40,
    placeholder: 'Your name',
    'aria-label': 'Your name',
    onchange: () => void desk.rename(name.value.trim()),
  });
  const resign = h('button', { type: 'button', class: 'quiet', onclick: () => void giveUp() }, 'Resign');
  const own = h('div', { class: 'row' }, name, resign);
  const crowd = h('p', { class: 'none' });
  const el = h(
    'section',
    { class: 'people', 'data-tab': 'people', tabindex: 0, 'aria-label': 'People' },
    h('h3', {}, 'At the table'),
    seats,
    own,
    crowd,
    links,
    h('h3', {}, 'Chat'),
    remarks,
    form,
  );

  function say() {
    const text = words.value.trim();
    if (!text) return;
    words.value = '';
    void desk.say(text);
  }

  async function giveUp() {
    if (await confirm('Resign?', 'The match ends here.', 'Resign')) void desk.resign();
  }

  /** @param {string} mark */
  const link = mark => `${location.origin}/match/${desk.state.summary.id}#${mark}`;

  /** @param {SeatState} seat @param {State} now */
  function seatItem(seat, now) {
    const who =
      seat.kind === 'bot'
        ? `computer (${seat.bot ?? 'bot'})`
        : seat.kind === 'open'
          ? 'nobody yet'
          : seat.name || 'a player';
    return h(
      'li',
      { class: seat.asked ? 'asked' : '' },
      h('b', {}, seat.label),
      ` ${seat.id === now.summary.you ? 'you' : who}`,
      seat.asked ? h('span', { class: 'turn' }, 'to choose') : null,
    );
  }

  /** @param {string} from @param {State} now */
  function speaker(from, now) {
    const seat = now.summary.seats.find(one => one.id === from);
    return seat ? seat.name || seat.label : from;
  }

  function drawLinks() {
    const mine = heldFor(desk.state.summary.id);
    const open = new Set(desk.state.summary.seats.filter(seat => seat.kind === 'open').map(seat => seat.id));
    const invitations = Object.entries(mine?.invitations ?? {}).filter(([seat]) => open.has(seat));
    const label = (/** @type {string} */ id) => desk.state.summary.seats.find(seat => seat.id === id)?.label ?? id;
    fill(
      links,
      ...invitations.map(([seat, token]) =>
        h('p', {}, `Invite ${label(seat)}: `, copyButton('Copy link', link(`i=${token}`))),
      ),
      mine?.observer
        ? h('p', {}, 'Let someone watch: ', copyButton('Copy observer link', link(`k=${mine.observer}`)))
        : null,
      mine && desk.state.summary.you
        ? h('p', {}, 'Go on elsewhere, in your seat: ', copyButton('Copy my link', link(`k=${mine.key}`)))
        : null,
    );
  }

  let drawn = '';
  /** @param {State} now */
  function render(now) {
    const you = now.summary.seats.find(seat => seat.id === now.summary.you);
    const signature = JSON.stringify([
      now.summary.seats,
      now.summary.you,
      now.chat.length,
      now.people,
      now.table.over !== null,
    ]);
    if (signature === drawn) return;
    drawn = signature;
    fill(seats, ...now.summary.seats.map(seat => seatItem(seat, now)));
    own.hidden = form.hidden = !you;
    resign.hidden = now.table.over !== null;
    if (document.activeElement !== name) name.value = you?.name ?? '';
    crowd.textContent = now.people > 1 ? `${now.people} browsers are looking on.` : '';
    fill(remarks, ...now.chat.map(remark => h('li', {}, h('b', {}, speaker(remark.from, now)), ` ${remark.text}`)));
    remarks.scrollTop = remarks.scrollHeight;
    drawLinks();
  }
  return { el, render };
}
