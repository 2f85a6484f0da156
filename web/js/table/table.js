// The table itself: panels around a map, all drawn from one state.

import * as api from '../api.js';
import { BoardView } from '../board/board.js';
import { Plane } from '../board/geometry.js';
import { lightUp } from '../board/lit.js';
import { fill, h } from '../dom.js';
import { themeButton } from '../theme.js';
import { Acting } from './acting.js';
import { brushing, paint, painted } from './brush.js';
import { comeBack } from './away.js';
import { card } from './card.js';
import { mustFall } from './curtain.js';
import { Desk } from './desk.js';
import { displayPanel } from './display.js';
import { advised, shown } from './state.js';
import { header } from './header.js';
import { layersPanel } from './layers.js';
import { logPanel } from './log.js';
import { newsPanel } from './news.js';
import { oddsPanel } from './odds.js';
import { listsPanel } from './panels.js';
import { peoplePanel } from './people.js';
import { promptPanel } from './prompt.js';
import { sheetsPanel } from './sheets.js';
import { Rich } from './rich.js';
import { along, begins, follow } from './route.js';
import { ruleBook } from './rulebook.js';
import { shortcuts, showHelp } from './shortcuts.js';
import { storyPanel } from './story.js';
import { tabs } from './tabs.js';
import { timeline } from './timeline.js';
import { tutorialBubble } from './tutorial.js';
import { why } from './why.js';
/** @import {State} from './state.js' */
/** @import {Target} from '../board/board.js' */

/** From here on the lists have a column of their own. */
const WIDE = window.matchMedia('(min-width: 1700px)');

/**
 * Opens a match. Returns its element and how to leave it.
 * @param {string} id @param {string} key @param {(path: string) => void} go
 */
export async function openTable(id, key, go) {
  const games = await api.games();
  const desk = await Desk.open(id, key, games);
  const [board, rules] = await Promise.all([api.board(desk.game.id), api.rules(desk.game.id)]);
  const plane = new Plane(board);
  const stage = h('main', { class: 'stage' });
  const acting = new Acting(desk, stage);
  const rich = new Rich(plane, rules, {
    space: (space, bring) => map?.highlight(space, bring),
    why: numbers => void why(desk.game.id, numbers),
  });
  const tip = card(desk, board, rich);
  /** The way that is being drawn, if one is. @type {string[] | null} */
  let way = null;
  const map = plane.empty
    ? null
    : new BoardView(board, plane, {
        press: target => acting.press(target),
        hover: (target, at) => hover(target, at),
        brushing: space => {
          way = !brushing(desk) && begins(desk, plane, space) ? [] : null;
          return way !== null || brushing(desk);
        },
        paint: space => {
          if (way) map?.draw((way = along(way, space)));
          else paint(desk, space);
        },
        painted: () => {
          if (!way) return void painted(desk);
          void follow(desk, way);
          way = null;
          map?.draw([]);
        },
        moved: () => {
          acting.place();
          bubble?.follow();
          tip.follow(space => map?.where(space) ?? null);
        },
      });
  acting.map = map;
  acting.opened = () => tip.show(null, { x: 0, y: 0 });
  acting.inspect = target => {
    const here = shown(desk.state).scene.pieces.filter(piece => piece.space === target.space);
    const only = target.piece ?? (here.length === 1 ? here[0]?.id : null);
    if (only && boards.show(only)) sheets.show('boards');
    tip.show(target, map?.where(target.space) ?? { x: 0, y: 0 });
  };

  const layers = layersPanel(desk, {
    fit: () => map?.camera.fit(),
    closer: () => map?.camera.zoomIn(),
    farther: () => map?.camera.zoomOut(),
    leave: pixels => map?.camera.leave(pixels),
  });
  const news = newsPanel(rich, spaces => map?.ping(spaces));
  const bubble = map ? tutorialBubble(desk, map, rich) : null;
  const notice = h('div', { class: 'notice', role: 'alert', hidden: true });
  const display = displayPanel(desk, rich, offer => acting.pick(offer), map ? [map.el, ...layers.el] : []);
  if (map) fill(stage, map.el, ...layers.el, display.el, display.turn, news.el, tip.el, bubble?.el, notice);
  else fill(stage, notice);

  const prompt = promptPanel(desk, rich, offer => acting.pick(offer), go);
  const odds = oddsPanel(desk, rich);
  const [log, lists, people, story] = [logPanel(desk, rich), listsPanel(rich), peoplePanel(desk), storyPanel(desk, rich)];
  const boards = sheetsPanel(rich, {
    pick: offer => acting.pick(offer),
    eye: eyed => desk.set({ eyed }),
    lay: (chip, menu) => chip.after(menu),
    best: () => advised(desk.state),
  });
  const sheets = tabs(
    [
      ['boards', 'Boards', boards.el],
      ['log', 'Log', log.el],
      ['lists', 'Lists', lists.el],
      ['people', 'People', people.el],
      ['story', 'Story', story.el],
    ],
    () => {
      story.render(desk.state, sheets.open === 'story');
      log.catchUp();
    },
  );
  const side = h(
    'aside',
    { class: 'side', 'aria-label': 'Decision and log' },
    prompt.el,
    odds.el,
    sheets.nav,
    sheets.body,
  );
  const dock = h('aside', { class: 'dock', 'aria-label': 'Lists' });
  const time = timeline(desk, go);
  const book = h(
    'button',
    {
      type: 'button',
      class: 'icon',
      'data-do': 'rules',
      'aria-label': 'Rules and tables',
      title: 'Rules and tables (B)',
      onclick: () => void ruleBook(desk.game.id),
    },
    '§',
  );
  const help = h(
    'button',
    { type: 'button', class: 'icon', 'aria-label': 'Keys', title: 'Keys (?)', onclick: showHelp },
    '?',
  );
  const hide = h(
    'button',
    {
      type: 'button',
      class: 'icon',
      'aria-label': 'Hide or show the side',
      title: 'Hide or show the side (H)',
      onclick: () => fold(),
    },
    '⇥',
  );
  const head = header(desk, book, help, themeButton(), hide);
  const root = h('div', { class: plane.empty ? 'table no-map' : 'table' }, head.el, dock, stage, time.el, side);
  // After a click the keys are the table's again: Enter must not press the same button twice.
  root.addEventListener('click', event => {
    if (event.detail > 0 && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
  });
  const fold = () => root.classList.toggle('folded');

  /** @param {Target | null} target @param {{x: number, y: number}} at */
  function hover(target, at) {
    const fanned = target !== null && !target.piece && map?.open === target.space;
    tip.show(acting.menu || fanned || desk.state.brush ? null : target, at);
    const offers = target && map && !desk.state.past ? acting.offersAt(target, map.lit) : [];
    const [eyed] = offers;
    if (eyed && offers.length === 1 && eyed !== desk.state.eyed) desk.set({ eyed });
  }

  let away = '?';
  /** Where there is room, boards or lists have a column of their own; what is empty has no tab. */
  function spread() {
    const { sheets: units, panels } = desk.state.table.scene;
    const [id, docked] = units.length ? ['boards', boards.el] : ['lists', lists.el];
    if (WIDE.matches && docked.parentElement !== dock) dock.append(docked);
    if (!WIDE.matches && docked.parentElement === dock) sheets.body.append(docked);
    docked.hidden &&= !WIDE.matches;
    const empty = [...(units.length ? [] : ['boards']), ...(panels.length ? [] : ['lists'])];
    const without = WIDE.matches ? [...empty, id] : empty;
    if (without.join() !== away) sheets.without(without);
    away = without.join();
  }
  WIDE.addEventListener('change', spread, { signal: desk.stop.signal });
  spread();

  /** @type {unknown[]} */
  let drawn = [];
  /** The map is drawn anew only if something on it has changed. @param {State} now */
  function renderMap(now) {
    const ways = now.ways ? (now.story?.tracks ?? null) : null;
    const parts = [shown(now).scene, now.past, advised(now), now.brush, ways];
    if (parts.every((part, n) => part === drawn[n])) return;
    drawn = parts;
    const { scene } = shown(now);
    const lit = lightUp(now.past ? null : scene.prompt, advised(now));
    if (now.brush && now.pair) Object.assign(lit, { brush: now.pair.spaces, painted: now.brush });
    map?.render(scene, lit, ways ?? []);
  }

  let version = -1;
  let fallen = false;
  /** @param {State} now */
  function render(now) {
    if (fallen) return;
    if (mustFall(desk, now)) {
      // Nothing of this side stays in the page.
      fallen = true;
      desk.close();
      return go(`/match/${id}`);
    }
    if (now.table.version !== version) {
      version = now.table.version;
      acting.closeMenu();
    }
    renderMap(now);
    for (const panel of [head, layers, display, prompt, odds, boards, log, lists, people, news, time, bubble])
      panel?.render(now);
    spread();
    story.render(now, sheets.open === 'story');
    tip.refresh();
    sheets.mark('people', now.chat.length);
    root.classList.toggle('busy', now.busy);
    root.classList.toggle('past', now.past !== null);
    root.classList.toggle('brushing', now.brush !== null);
    root.classList.toggle('waiting', now.table.scene.prompt === null);
    renderNotice(now);
    if (now.table.over && !wasOver) sheets.show('story');
    wasOver = now.table.over !== null;
  }
  let wasOver = desk.state.table.over !== null;

  /** @type {State['notice']} */
  let noticed = null;
  let timer = 0;
  /** @param {State} now */
  function renderNotice(now) {
    if (now.notice === noticed) return;
    noticed = now.notice;
    clearTimeout(timer);
    notice.hidden = !noticed;
    if (!noticed) return;
    const dismiss = h(
      'button',
      { type: 'button', class: 'close', 'aria-label': 'Dismiss', onclick: () => desk.set({ notice: null }) },
      '×',
    );
    notice.className = `notice ${noticed.kind}`;
    fill(
      notice,
      h('span', {}, ...rich.text(noticed.text), ' ', noticed.rule ? rich.rule(noticed.rule) : null),
      dismiss,
    );
    timer = window.setTimeout(() => desk.set({ notice: null }), 7000);
  }

  desk.store.watch(render);
  comeBack(desk);
  if (wasOver) sheets.show('story');
  shortcuts(
    { desk, map, acting, display, timeline: time, prompt, news, tab: tab => sheets.show(tab), side: fold },
    desk.stop.signal,
  );
  return { el: root, leave: () => desk.close() };
}
