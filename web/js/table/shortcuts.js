// Everything the keyboard does. `?` shows this list.

import { h } from '../dom.js';
import { dialog } from '../ui.js';
import { toggle } from './brush.js';
import { ruleBook } from './rulebook.js';
import { defaultOffer } from './state.js';
import { look, toggleLayer } from './past.js';
/** @import {Desk} from './desk.js' */
/** @import {BoardView} from '../board/board.js' */
/** @import {Acting} from './acting.js' */

/** @type {[string, string][]} */
const HELP = [
  ['Enter', 'give the answer marked Enter'],
  ['Esc', 'close what is open; stop repeating; back to now; take a half-made choice back; undo'],
  ['U', 'undo'],
  ['A', 'advise me'],
  ['F', 'let the staff do it…'],
  ['R', 'repeat the last placement'],
  ['M', 'go to what can be chosen on the map or the display; on the map arrow keys go on from there'],
  ['D', 'the display of a fight, or the map'],
  ['L', 'the list of all choices, with a filter'],
  ['+  −  0', 'closer, farther, whole map'],
  ['arrows', 'move the map, or go from one lit place to the next'],
  [',  .', 'one move back, one move on'],
  ['<  >', 'one phase back, one phase on'],
  ['1 … 9', 'switch a layer'],
  ['G  O  P  S', 'log, lists, people, story'],
  ['N', 'skip the telling of what happened'],
  ['B', 'rules and tables'],
  ['H', 'hide or show the side'],
  ['?', 'this list'],
];

export function showHelp() {
  dialog('Keys', [
    h('dl', { class: 'keys' }, ...HELP.flatMap(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)])),
  ]);
}

/**
 * @typedef {object} Reach what the keys can get at
 * @property {Desk} desk
 * @property {BoardView | null} map
 * @property {Acting} acting
 * @property {{toggle: () => void, toLit: () => boolean}} display
 * @property {{step: (by: number) => void, leap: (by: number) => void}} timeline
 * @property {{list: {open: () => void}, staff: {toggle: () => void}}} prompt
 * @property {{skip: () => void}} news
 * @property {(tab: string) => void} tab
 * @property {() => void} side
 */

/** @param {Reach} reach */
function escape({ desk, acting }) {
  const { past, brush, table } = desk.state;
  if (acting.dismiss()) return;
  if (brush) return desk.set({ brush: null });
  if (past || desk.state.at !== null) return void look(desk, Infinity);
  const back = table.scene.prompt?.offers.find(offer => offer.choice === 'back');
  if (back) return void desk.choose(back);
  void desk.undo();
}

/** @param {Reach} reach @returns {Record<string, () => unknown>} */
function commands(reach) {
  const { desk, map, timeline, prompt } = reach;
  /** @type {Record<string, () => unknown>} */
  const table = {
    Enter: () => {
      const offer = desk.state.past ? null : defaultOffer(desk.state.table.scene.prompt);
      if (offer) void desk.choose(offer);
    },
    Escape: () => escape(reach),
    u: () => desk.undo(),
    a: () => desk.state.table.scene.prompt && desk.advise(),
    f: () => desk.state.table.scene.prompt && prompt.staff.toggle(),
    r: () => toggle(desk),
    m: () => reach.display.toLit() || map?.rover.toLit(),
    d: () => reach.display.toggle(),
    l: () => prompt.list.open(),
    '+': () => map?.camera.zoomIn(),
    '=': () => map?.camera.zoomIn(),
    '-': () => map?.camera.zoomOut(),
    0: () => map?.camera.fit(),
    ',': () => timeline.step(-1),
    '.': () => timeline.step(1),
    '<': () => timeline.leap(-1),
    '>': () => timeline.leap(1),
    g: () => reach.tab('log'),
    o: () => reach.tab('lists'),
    p: () => reach.tab('people'),
    s: () => reach.tab('story'),
    n: () => reach.news.skip(),
    h: () => reach.side(),
    b: () => void ruleBook(desk.game.id),
    '?': showHelp,
  };
  for (let n = 1; n <= 9; n++) {
    table[n] = () => {
      const overlay = desk.state.table.scene.overlays[n - 1];
      if (overlay) void toggleLayer(desk, overlay.id);
    };
  }
  const pan = (/** @type {number} */ dx, /** @type {number} */ dy) => () => map?.camera.pan(dx * 90, dy * 90);
  return { ...table, ArrowLeft: pan(-1, 0), ArrowRight: pan(1, 0), ArrowUp: pan(0, -1), ArrowDown: pan(0, 1) };
}

/** Whether a key belongs to what has the focus. @param {KeyboardEvent} event */
function taken(event) {
  const el = event.target;
  if (!(el instanceof Element)) return false;
  if (document.querySelector('dialog[open]')) return true;
  if (el.matches('textarea, select, input:not([type=checkbox], [type=range])')) return true;
  if (el.matches('input[type=range]'))
    return event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End';
  if (event.key.startsWith('Arrow')) return el.closest('section[tabindex]') !== null;
  return event.key === 'Enter' && el.matches('button, a, summary, [role=button], [role=menuitem]');
}

/** @param {Reach} reach @param {AbortSignal} signal */
export function shortcuts(reach, signal) {
  const table = commands(reach);
  document.addEventListener(
    'keydown',
    event => {
      if (event.ctrlKey || event.metaKey || event.altKey || taken(event)) return;
      const command = table[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!command) return;
      event.preventDefault();
      command();
    },
    { signal },
  );
}
