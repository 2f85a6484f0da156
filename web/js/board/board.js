// The map: layers of one SVG, its camera, and what is under the pointer or the focus.

import { h, svg } from '../dom.js';
import { areaShape, figures } from './areas.js';
import { Camera } from './camera.js';
import { LitLayer, nothingLit } from './lit.js';
import { Numbers } from './numbers.js';
import { Rover } from './rover.js';
import { patterns } from './patterns.js';
import { plates, roads } from './printed.js';
import { chart, places } from './sea.js';
import { Stacks } from './stacks.js';
import { runway, tracks } from './tracks.js';
/** @import * as T from '../types.js' */
/** @import {Plane} from './geometry.js' */
/** @import {Lit} from './lit.js' */

/**
 * @typedef {{space: string, piece: string | null}} Target
 * @typedef {object} BoardHooks
 * @property {(target: Target) => void} press something was clicked, lit or not
 * @property {(target: Target | null, at: {x: number, y: number}) => void} hover
 * @property {(space: string | null) => boolean} brushing whether a drag from there paints instead of panning
 * @property {(space: string) => void} paint
 * @property {() => void} painted
 * @property {() => void} moved the window shows another part of the map
 */

/** From how many pixels a hex a name fits on a counter, and a figure into a hex. */
const DETAIL = /** @type {const} */ ([20, 46]);
/** Units of a counter's picture in a square of the board. */
const SQUARE = 38;
/** Milliseconds that a finger rests before it asks. */
const HOLD = 420;

export class BoardView {
  /** @param {T.Board} board @param {Plane} plane @param {BoardHooks} hooks */
  constructor(board, plane, hooks) {
    this.plane = plane;
    this.hooks = hooks;
    /** @type {string | null} */
    this.open = null;
    /** @type {T.Piece[]} */
    this.pieces = [];
    this.lit = nothingLit();
    this.drawn = '';
    this.holding = 0;
    this.areas = svg('g', { class: 'areas', 'aria-hidden': 'true' });
    this.figures = svg('g', { class: 'figures', 'aria-hidden': 'true' });
    this.ways = svg('g', { class: 'tracks', 'aria-hidden': 'true' });
    this.runs = svg('g', { class: 'tracks', 'aria-hidden': 'true' });
    /** What is printed on the map and changes now and then. */
    this.printed = svg('g', { class: 'printed', 'aria-hidden': 'true' });
    this.printedAs = '';
    this.mark = svg('path', { class: 'hover-mark', 'aria-hidden': 'true' });
    this.pings = svg('g', { class: 'pings', 'aria-hidden': 'true' });
    this.route = svg('path', { class: 'route', 'aria-hidden': 'true' });
    this.numbers = new Numbers(plane);
    this.litLayer = new LitLayer(plane, space => this.press({ space, piece: null }));
    this.stacks = new Stacks(plane, (space, piece) => this.press({ space, piece }));
    // What seldom changes lies on a sheet of its own, so that it is not painted anew with every choice.
    const below = svg('g', { class: 'world' }, chart(board, plane), this.areas, this.printed, this.numbers.el, places(board, plane));
    const above = svg(
      'g',
      { class: 'world' },
      this.litLayer.el,
      this.figures,
      this.ways,
      this.mark,
      this.stacks.el,
      this.runs,
      this.route,
      this.pings,
    );
    const name = 'Map. Arrow keys move it, plus and minus zoom, M goes to what can be chosen.';
    this.frame = svg('svg', { class: 'map', tabindex: 0, role: 'group', 'aria-label': name }, above);
    this.el = h(
      'div',
      { class: `board mood-${plane.mood}${plane.boxes ? ' all-boxes' : ''}` },
      svg('svg', { class: 'map below', 'aria-hidden': 'true' }, patterns(), below),
      this.frame,
    );
    const boxes = { home: plane.box, limits: plane.world };
    this.camera = new Camera(this.frame, [below, above], boxes, {
      moved: () => this.moved(),
      brushing: (x, y) => hooks.brushing(plane.under(x, y)?.id ?? null),
      paint: (x, y) => {
        hooks.hover(null, { x, y });
        const spot = plane.under(x, y);
        if (spot) hooks.paint(spot.id);
      },
      painted: hooks.painted,
    });
    this.rover = new Rover(this.frame, plane, this.camera);
    this.listen();
  }

  listen() {
    this.frame.addEventListener('click', event => this.click(event));
    this.frame.addEventListener('pointermove', event => this.point(event));
    this.frame.addEventListener('pointerdown', event => this.hold(event));
    for (const end of ['pointerup', 'pointercancel'])
      this.frame.addEventListener(end, () => clearTimeout(this.holding));
    this.frame.addEventListener('pointerleave', () => this.hover(null, { x: 0, y: 0 }));
    this.frame.addEventListener('focusin', event => this.focused(event));
  }

  moved() {
    const { scale } = this.camera;
    const size = scale < DETAIL[0] ? 0.58 : Math.min(Math.max(scale / 35, 0.7), 2.1);
    this.el.style.setProperty('--u', String(1 / scale));
    // On squares a counter fills its square at every zoom.
    this.el.style.setProperty('--c', String(this.plane.hex ? size / scale : 1 / SQUARE));
    this.el.dataset['detail'] = String(DETAIL.filter(least => scale >= least).length);
    this.numbers.render(this.camera);
    this.hooks.moved();
  }

  /** @param {T.Scene} scene @param {Lit} lit @param {T.Track[]} ways */
  render(scene, lit, ways) {
    const focus = this.rover.space();
    this.pieces = scene.pieces;
    this.lit = lit;
    if (this.open && scene.pieces.filter(piece => piece.space === this.open).length < 2) this.open = null;
    this.renderAreas(scene);
    this.stacks.render(scene.pieces, lit, this.open);
    this.litLayer.render(lit, new Set(this.stacks.bySpace.keys()));
    this.ways.replaceChildren(...tracks(ways, this.plane));
    this.renderPrinted(scene);
    const runs = scene.ways.filter(way => way.kind !== 'route' && way.kind !== 'entry');
    this.runs.replaceChildren(...runs.map(way => runway(way, this.plane)));
    this.rover.settle();
    if (focus && !this.frame.contains(document.activeElement)) this.rover.to(focus);
  }

  /** Routes, and what stands in boxes besides their names. @param {T.Scene} scene */
  renderPrinted(scene) {
    const signature = JSON.stringify([scene.ways, scene.strips]);
    if (signature === this.printedAs) return;
    this.printedAs = signature;
    this.printed.replaceChildren(roads(scene.ways, this.plane), plates(scene.strips ?? [], this.plane));
  }

  /** @param {T.Scene} scene */
  renderAreas(scene) {
    const overlaid = scene.overlays.flatMap(overlay => overlay.areas);
    const signature = JSON.stringify([scene.areas, overlaid]);
    if (signature === this.drawn) return;
    this.drawn = signature;
    // What an overlay shows with figures need not be drawn twice.
    const kinds = new Set(overlaid.map(area => area.kind));
    const always = scene.areas.filter(area => !kinds.has(area.kind));
    this.areas.replaceChildren(...[...always, ...overlaid].map(area => areaShape(area, this.plane)));
    const plain = svg('g', { class: 'faint' });
    const asked = svg('g');
    for (const text of figures(always, this.plane)) if (text) plain.append(text);
    for (const text of figures(overlaid, this.plane)) if (text) asked.append(text);
    this.figures.replaceChildren(plain, asked);
  }

  /** @param {string | null} space */
  fan(space) {
    if (this.open === space) return;
    this.open = space;
    this.stacks.render(this.pieces, this.lit, space);
    this.rover.settle();
  }

  /** Spaces that the last lines speak of. @param {string[]} spaces */
  ping(spaces) {
    const shapes = spaces.map(space => this.plane.spots.get(space)).filter(spot => spot !== undefined);
    this.pings.replaceChildren(
      ...shapes.map(spot =>
        svg('g', { transform: `translate(${spot.x} ${spot.y})` }, svg('circle', { class: 'ping', r: 0.75 })),
      ),
    );
  }

  /** The way that is being drawn. @param {string[]} spaces */
  draw(spaces) {
    const spots = spaces.map(space => this.plane.spots.get(space)).filter(spot => spot !== undefined);
    const data = spots.map(spot => `${spot.x.toFixed(2)} ${spot.y.toFixed(2)}`).join('L');
    this.route.setAttribute('d', spots.length > 1 ? `M${data}` : '');
  }

  /** Puts a mark around a space. @param {string | null} space @param {boolean} [bring] into sight */
  highlight(space, bring = false) {
    const spot = space ? this.plane.spots.get(space) : undefined;
    this.mark.setAttribute('d', spot ? this.plane.shape(spot, 1.02) : '');
    if (spot && bring) this.camera.show(spot.x, spot.y);
  }

  /** Where a space is in the window of the map. @param {string} space */
  where(space) {
    const spot = this.plane.spots.get(space);
    return spot ? this.camera.toScreen(spot.x, spot.y) : null;
  }

  /** @param {Target} target */
  press(target) {
    this.hooks.press(target);
  }

  /** What an event happened on. @param {MouseEvent} event @returns {Target | null} */
  under(event) {
    const grip = event.target instanceof Element ? event.target.closest('[data-space]') : null;
    if (grip instanceof SVGElement && grip.dataset['space'])
      return { space: grip.dataset['space'], piece: grip.dataset['piece'] ?? null };
    const { left, top } = this.frame.getBoundingClientRect();
    const { x, y } = this.camera.toWorld(event.clientX - left, event.clientY - top);
    const spot = this.plane.under(x, y);
    return spot && (spot.playing || this.lit.spaces.has(spot.id)) ? { space: spot.id, piece: null } : null;
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.camera.dragged) return;
    const target = this.under(event);
    if (target) this.press(target);
    else this.fan(null);
  }

  /** A finger that rests explains what is under it, and chooses nothing. @param {PointerEvent} event */
  hold(event) {
    clearTimeout(this.holding);
    if (event.pointerType !== 'touch') return;
    this.hover(null, { x: 0, y: 0 });
    const target = this.under(event);
    if (!target) return;
    this.holding = window.setTimeout(() => {
      if (this.camera.dragged) return;
      this.camera.dragged = true;
      const at = this.where(target.space);
      if (at) this.hover(target, at);
    }, HOLD);
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (event.pointerType === 'touch' || this.camera.dragged) return;
    const { left, top } = this.frame.getBoundingClientRect();
    this.hover(this.under(event), { x: event.clientX - left, y: event.clientY - top });
  }

  /** @param {Target | null} target @param {{x: number, y: number}} at */
  hover(target, at) {
    this.highlight(target?.space ?? null);
    this.hooks.hover(target, at);
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const target = event.target instanceof SVGElement && event.target !== this.frame ? event.target : null;
    const space = target?.dataset['space'];
    if (!target || !space || !target.matches(':focus-visible')) return;
    const spot = this.plane.spots.get(space);
    if (spot) this.camera.show(spot.x, spot.y);
    const at = this.where(space);
    if (at) this.hover({ space, piece: target.dataset['piece'] ?? null }, at);
  }
}
