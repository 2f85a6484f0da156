// A match looked back on.

import { fill, h } from '../dom.js';
import { chartFigure } from './charts.js';
import { diary } from './diary.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */
/** @import {Rich} from './rich.js' */
/** @import {Track} from '../types.js' */

/** @param {Desk} desk @param {Rich} rich */
export function storyPanel(desk, rich) {
  const el = h('section', { class: 'story', 'data-tab': 'story', tabindex: 0, 'aria-label': 'Story' });
  /** @type {State['story'] | undefined} */
  let drawn;

  /** @param {Track} track */
  const way = track => h('li', { class: `side-${track.side}` }, h('b', {}, track.label), ` ${track.about}`);

  /** @param {State} now @param {boolean} open */
  function render(now, open) {
    if (open && !now.story) void desk.loadStory();
    if (now.story === drawn) return;
    drawn = now.story;
    if (!now.story) return;
    const { charts, tracks, diary: weeks = [], records = [] } = now.story;
    const over = now.table.over;
    fill(
      el,
      over ? h('p', { class: 'result' }, h('b', {}, over.level.label)) : null,
      ...charts.map(chartFigure),
      ...diary('War diary', [...weeks].reverse(), desk, rich),
      ...diary('Records', records, desk, rich),
      charts.length + tracks.length + weeks.length + records.length === 0 ? h('p', { class: 'none' }, 'Nothing to tell yet.') : null,
      tracks.length > 0
        ? h(
            'details',
            { open: over !== null },
            h('summary', {}, 'Where they went', h('span', { class: 'many' }, tracks.length)),
            h(
              'button',
              { type: 'button', onclick: () => desk.set({ ways: !desk.state.ways }) },
              'Draw the tracks on the map',
            ),
            h('ul', { class: 'ways' }, ...tracks.map(way)),
          )
        : null,
    );
  }
  return { el, render };
}
