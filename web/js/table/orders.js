// Standing orders: what is answered once for all, until it is changed.

import { fill, h } from '../dom.js';
import { dialog } from '../ui.js';
/** @import {Desk} from './desk.js' */
/** @import {Rich} from './rich.js' */
/** @import * as T from '../types.js' */

/** @param {T.Standing[]} orders @returns {Map<string, T.Standing[]>} */
function grouped(orders) {
  /** @type {Map<string, T.Standing[]>} */
  const groups = new Map();
  for (const order of orders) groups.set(order.group, [...(groups.get(order.group) ?? []), order]);
  return groups;
}

/** What may be ordered once for all, and what is. @param {Desk} desk @returns {Promise<T.Ordered | null>} */
async function load(desk) {
  try {
    return await desk.api.orders();
  } catch (error) {
    desk.refuse(error);
    return null;
  }
}

/** Gives orders, and shows what they answered. @param {Desk} desk @param {Record<string, string | null>} orders */
async function give(desk, orders) {
  // What is under the pointer may be answered by then.
  desk.set({ busy: true, eyed: null });
  try {
    const { moves, version } = desk.state.table;
    const table = await desk.api.order(orders);
    if (table.version > version) desk.take(table, [...desk.state.log.filter(line => line.after <= moves), ...table.news]);
    return true;
  } catch (error) {
    desk.refuse(error);
    return false;
  } finally {
    desk.set({ busy: false });
  }
}

/** @param {Desk} desk @param {Rich} rich */
export async function openOrders(desk, rich) {
  const ordered = await load(desk);
  if (!ordered) return;
  const list = h('div', { class: 'orders' });
  const search = h('input', {
    type: 'search',
    placeholder: 'Find a boat, an area, a question',
    'aria-label': 'Find an order',
    oninput: () => draw(),
  });
  const about = 'What is ordered here is answered for you, as your own choice, as soon as it is asked. Nobody else can tell.';
  dialog('Standing orders', [h('p', { class: 'muted' }, about), search, list], 'wide');
  search.hidden = ordered.orders.length < 12;

  /** @param {T.Standing} order */
  function row(order) {
    const given = ordered?.given[order.id] ?? '';
    // Where to be asked is an answer, as for one boat of many, the orders for more of them hold without one.
    const none = order.answers.some(answer => answer.id === 'ask') ? 'As ordered for more' : 'Ask me';
    const select = h(
      'select',
      { 'data-order': order.id, 'aria-label': `${order.group} ${order.label}`, onchange: () => void changed() },
      h('option', { value: '' }, none),
      ...order.answers.map(answer => h('option', { value: answer.id }, answer.label)),
    );
    select.value = given;
    select.classList.toggle('given', given !== '');
    async function changed() {
      select.disabled = true;
      const done = await give(desk, { [order.id]: select.value || null });
      if (done && ordered) {
        if (select.value) ordered.given[order.id] = select.value;
        else delete ordered.given[order.id];
      } else select.value = ordered?.given[order.id] ?? '';
      select.classList.toggle('given', select.value !== '');
      select.disabled = false;
    }
    return h('label', { class: 'order' }, h('span', {}, order.label, ' ', rich.rule(order.rule)), select);
  }

  function draw() {
    const wanted = search.value.trim().toLowerCase();
    const found = (ordered?.orders ?? []).filter(
      ({ group, label }) => !wanted || `${group} ${label}`.toLowerCase().includes(wanted),
    );
    fill(
      list,
      ...[...grouped(found)].flatMap(([group, orders]) => [group ? h('h3', {}, group) : null, ...orders.map(row)]),
    );
  }
  draw();
}
