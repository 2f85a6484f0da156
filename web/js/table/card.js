// The card beside the pointer: all there is to know of a space and of what is on it.

import { debounce, fill, h } from '../dom.js';
import { sign } from '../board/symbols.js';
import { shown } from './state.js';
/** @import {Desk} from './desk.js' */
/** @import {Rich} from './rich.js' */
/** @import {Target} from '../board/board.js' */
/** @import * as T from '../types.js' */

const PAUSE = 130;

/** @param {Desk} desk @param {T.Board} board @param {Rich} rich */
export function card(desk, board, rich) {
  const el = h('div', { class: 'card', role: 'tooltip', hidden: true });
  /** @type {Map<string, string[]>} */
  const known = new Map();
  /** @type {Target | null} */
  let target = null;
  let spot = { x: 0, y: 0 };
  /** @type {AbortController | null} */
  let asking = null;

  const stamp = (/** @type {string} */ space) => `${desk.state.table.version} ${desk.state.at} ${space}`;

  const ask = debounce(PAUSE, (/** @type {string} */ space) => {
    asking?.abort();
    const asked = new AbortController();
    asking = asked;
    const name = stamp(space);
    desk.api.space(space, desk.state.at, asked.signal).then(
      ({ lines }) => {
        known.set(name, lines);
        if (target?.space === space) draw();
      },
      () => {},
    );
  });

  /** @param {T.Piece} piece */
  const pieceLine = piece =>
    h(
      'li',
      {},
      ...piece.tags.filter(tag => tag !== '?').map(tag => h('span', { class: 'tag', title: tag }, sign(tag))),
      ...rich.text(piece.about),
    );

  /** What is marked here: by the layers that are on, and what is always marked if nothing else tells it. @param {T.Scene} scene @param {string} space @param {boolean} all */
  function marks(scene, space, all) {
    return [...(all ? scene.areas : []), ...scene.overlays.flatMap(overlay => overlay.areas)].flatMap(area => {
      const weight = area.spaces.find(one => one.space === space);
      return weight ? [weight.value ? `${area.label}: ${weight.value}` : area.label] : [];
    });
  }

  /** @param {T.Scene} scene */
  function doing(scene) {
    if (!scene.prompt || !target) return [];
    const here = scene.pieces.filter(piece => piece.space === target?.space).map(piece => piece.id);
    const ids = target.piece ? [target.piece] : here;
    return scene.prompt.offers.filter(
      ({ anchor }) =>
        typeof anchor === 'object' &&
        ('space' in anchor ? anchor.space === target?.space && !target?.piece : ids.includes(anchor.piece)),
    );
  }

  function draw() {
    if (!target) return;
    const { scene } = shown(desk.state);
    const { space, piece: only } = target;
    const pieces = scene.pieces.filter(piece => (only ? piece.id === only : piece.space === space));
    const places = board.places.filter(place => place.space === space);
    const lines = only ? [] : (known.get(stamp(space)) ?? []);
    const offers = doing(scene);
    const seen = only ? [] : [...new Set(marks(scene, space, lines.length === 0))];
    fill(
      el,
      h('h3', {}, space, ...places.map(place => h('span', {}, ` ${place.label}`))),
      offers.length === 1
        ? h(
            'p',
            { class: 'click' },
            offers[0]?.label === space ? 'Click to choose this place' : `Click: ${offers[0]?.label}`,
          )
        : offers.length > 1
          ? h('p', { class: 'click' }, `Click: ${offers.length} choices`)
          : null,
      ...places.map(place => h('p', {}, ...rich.text(place.about))),
      pieces.length > 0 ? h('ul', { class: 'about' }, ...pieces.map(pieceLine)) : null,
      lines.length > 0 ? h('ul', {}, ...lines.map(line => h('li', {}, ...rich.text(line)))) : null,
      seen.length > 0 ? h('ul', {}, ...seen.map(text => h('li', {}, text))) : null,
    );
    place();
  }

  function place() {
    const frame = el.parentElement?.getBoundingClientRect();
    if (!frame) return;
    el.hidden = false;
    const [width, height] = [el.offsetWidth, el.offsetHeight];
    const right = spot.x + 26 + width < frame.width;
    const x = right ? spot.x + 26 : Math.max(8, spot.x - width - 26);
    const y = Math.min(Math.max(8, spot.y - height / 3), Math.max(8, frame.height - height - 8));
    el.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  /** @param {Target | null} next @param {{x: number, y: number}} at */
  function show(next, at) {
    const same = next !== null && next.space === target?.space && next.piece === target?.piece;
    target = next;
    spot = at;
    if (!next) {
      ask.stop();
      el.hidden = true;
      return;
    }
    if (same) return place();
    if (!known.has(stamp(next.space))) ask(next.space);
    draw();
  }

  /** What was known of the table before is known no longer. */
  const refresh = () => {
    if (known.size > 400) known.clear();
    if (target && !el.hidden) {
      if (!known.has(stamp(target.space))) ask(target.space);
      draw();
    }
  };
  /** Stays beside its space while the map moves. @param {(space: string) => {x: number, y: number} | null} where */
  function follow(where) {
    const at = target && !el.hidden ? where(target.space) : null;
    if (!at) return;
    spot = at;
    place();
  }
  return { el, show, refresh, follow };
}
