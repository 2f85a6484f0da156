// Layers to be switched on, and what the marks on the map mean.

import { swatch } from '../board/areas.js';
import { fill, h, kbd } from '../dom.js';
import { shown } from './state.js';
import { toggleLayer } from './past.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */
/** @import {Area, Overlay} from '../types.js' */

/** @param {string} id */
const title = id => (id[0] ?? '').toUpperCase() + id.slice(1).replaceAll('-', ' ');

/** @param {string[]} labels */
function common(labels) {
  const [first = '', ...rest] = labels;
  let length = first.length;
  for (const label of rest) while (!label.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

/** One name for all areas of a kind; short differences are listed with their letters. @param {Area[]} areas */
function nameOf(areas) {
  const labels = [...new Set(areas.map(area => area.label))];
  if (labels.length === 1) return labels[0] ?? '';
  const prefix = common(labels);
  if (prefix.length < 4) return title(areas[0]?.kind ?? '');
  const rests = labels.map(label => label.slice(prefix.length));
  const short = rests.length < 7 && rests.every(rest => rest.length < 14);
  const letters = new Set(areas.map(area => area.letter)).size === labels.length;
  if (!short) return prefix.replace(/[\s,.:]+$/, '');
  return `${prefix.trim()} ${rests.map((rest, n) => (letters ? `${areas.find(area => area.label === labels[n])?.letter.toUpperCase()} ${rest}` : rest)).join(', ')}`;
}

/** @param {Desk} desk @param {{fit: () => void, closer: () => void, farther: () => void, leave: (pixels: number) => void}} camera */
export function layersPanel(desk, camera) {
  const list = h('div', { class: 'layers', role: 'group', 'aria-label': 'Layers' });
  const ways = h(
    'button',
    {
      type: 'button',
      'data-overlay': 'ways',
      title: 'The ways that things went so far',
      onclick: () => {
        desk.set({ ways: !desk.state.ways });
        void desk.loadStory();
      },
    },
    'Ways so far',
  );
  const marks = h('ul', { class: 'legend', 'aria-label': 'Marks on the map' });
  const zoom = h(
    'div',
    { class: 'zoom', role: 'group', 'aria-label': 'Zoom' },
    h(
      'button',
      { type: 'button', class: 'icon', 'aria-label': 'Closer', title: 'Closer (+)', onclick: camera.closer },
      '+',
    ),
    h(
      'button',
      { type: 'button', class: 'icon', 'aria-label': 'Farther', title: 'Farther (-)', onclick: camera.farther },
      '−',
    ),
    h(
      'button',
      { type: 'button', class: 'icon', 'aria-label': 'Whole map', title: 'Whole map (0)', onclick: camera.fit },
      '⤢',
    ),
  );
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  let legend = '';

  /** @param {Overlay} overlay @param {number} n */
  function make(overlay, n) {
    const button = h(
      'button',
      {
        type: 'button',
        'data-overlay': overlay.id,
        title: overlay.label,
        'aria-label': overlay.label,
        onclick: () => void toggleLayer(desk, overlay.id),
      },
      title(overlay.id),
      n < 9 ? kbd(String(n + 1)) : null,
    );
    buttons.set(overlay.id, button);
    return button;
  }

  /** @param {State} now */
  function render(now) {
    const { overlays, areas } = shown(now).scene;
    if (overlays.some(overlay => !buttons.has(overlay.id))) {
      buttons.clear();
      fill(list, ...overlays.map(make), ways);
    }
    for (const [id, button] of buttons) button.setAttribute('aria-pressed', String(now.overlays.includes(id)));
    ways.setAttribute('aria-pressed', String(now.ways));
    // Shades explain themselves, by the figures in them.
    const marked = areas.filter(area => !area.kind.startsWith('shade-'));
    renderLegend([...marked, ...overlays.flatMap(overlay => overlay.areas)].filter(area => area.spaces.length > 0));
  }

  /** @param {Area[]} areas */
  function renderLegend(areas) {
    const kinds = [...new Set(areas.map(area => area.kind))].map(kind => areas.filter(area => area.kind === kind));
    const names = kinds.map(nameOf);
    if (names.join() === legend) return;
    legend = names.join();
    fill(marks, ...kinds.map((same, n) => h('li', {}, same[0] ? swatch(same[0]) : null, h('span', {}, names[n]))));
  }
  const tools = h('div', { class: 'map-tools' }, list, marks);
  new ResizeObserver(() => camera.leave(tools.offsetTop + tools.offsetHeight)).observe(tools);
  return { el: [tools, zoom], render };
}
