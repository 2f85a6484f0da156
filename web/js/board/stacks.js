// Counters on the map. The pictures move by themselves; over them lie handles, one for each stack, or one for each
// counter of the stack that is fanned out.

import { keyed, pressed, set, svg } from '../dom.js';
import { counter } from './symbols.js';
/** @import * as T from '../types.js' */
/** @import {Plane, Spot} from './geometry.js' */
/** @import {Lit} from './lit.js' */

/** @typedef {{piece: T.Piece, spot: Spot, dx: number, dy: number, open: boolean}} Laid a counter with its place in its stack */
/** @typedef {{key: string, space: string, piece: T.Piece | null, spot: Spot, dx: number, dy: number, all: T.Piece[], open: boolean}} Grip */

const quiet = window.matchMedia('(prefers-reduced-motion: reduce)');
const CLOSED_STEP = 2.6;

/** Where the nth of some counters lies when they are fanned out. @param {number} n @param {number} count */
function fanned(n, count) {
  const radius = Math.max(count === 2 ? 23 : 27, (count * 44) / (2 * Math.PI));
  const angle = ((count === 2 ? 180 : -90) + (360 / count) * n) * (Math.PI / 180);
  return { dx: Math.cos(angle) * radius, dy: Math.sin(angle) * radius };
}

/** Where the nth of some counters lies in a box: side by side, in rows if it is narrow. @param {number} n @param {number} count @param {Spot} spot */
function abreast(n, count, spot) {
  const room = Math.max(1, Math.floor((spot.w * 38) / 40));
  const row = Math.floor(n / room);
  const rows = Math.ceil(count / room);
  const inRow = Math.min(room, count - row * room);
  return { dx: ((n % room) - (inRow - 1) / 2) * 40, dy: (row - (rows - 1) / 2) * 44 + (spot.h > 1.5 ? 3 : 5) };
}

/** Where the counters of a space stand: on a map of boxes beside what is printed in them. @param {Plane} plane @param {Spot} spot */
function standing(plane, spot) {
  if (!plane.boxes) return spot;
  const low = spot.h < 1.2;
  return { x: spot.x + spot.w / 2 - (low ? 0.1 : 0.62), y: spot.y + (low ? 0 : spot.h / 2 - 0.6) };
}

/** @param {T.Piece} piece */
const face = piece => JSON.stringify([piece.side, piece.symbol, piece.label, piece.values, piece.facing, piece.tags]);

export class Stacks {
  /** @param {Plane} plane @param {(space: string, piece: string | null) => void} press */
  constructor(plane, press) {
    this.plane = plane;
    this.press = press;
    this.pictures = svg('g', { class: 'pictures', 'aria-hidden': 'true' });
    this.handles = svg('g', { class: 'handles', role: 'group', 'aria-label': 'Counters' });
    this.backdrop = svg('circle', { class: 'fan' });
    this.el = svg('g', { class: 'stacks' }, this.pictures, this.handles);
    /** @type {Map<string, SVGGElement>} */
    this.kept = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.grips = new Map();
    /** @type {Map<string, {face: string, place: string}>} */
    this.drawn = new Map();
    /** @type {Map<string, T.Piece[]>} */
    this.bySpace = new Map();
  }

  /** @param {T.Piece[]} pieces @param {Lit} lit @param {string | null} open the space whose stack is fanned out */
  render(pieces, lit, open) {
    this.bySpace = new Map();
    for (const piece of pieces) this.bySpace.set(piece.space, [...(this.bySpace.get(piece.space) ?? []), piece]);
    const order = [...this.bySpace.keys()].map(space => this.plane.spots.get(space)).filter(spot => spot !== undefined);
    order.sort((a, b) => Number(a.id === open) - Number(b.id === open) || a.y - b.y || a.x - b.x);
    const laid = order.flatMap(spot => this.lay(spot, spot.id === open));
    keyed(
      this.pictures,
      this.kept,
      laid,
      one => one.piece.id,
      one => this.make(one),
      (el, one) => this.draw(el, one),
    );
    this.drawBackdrop(laid.filter(one => one.open));
    keyed(
      this.handles,
      this.grips,
      order.flatMap(spot => this.gripsOf(spot, spot.id === open)),
      grip => grip.key,
      grip => this.handle(grip),
      (el, grip) => this.mark(el, grip, lit),
    );
  }

  /** Counters lie side by side in a box beside the map; where the map is made of boxes they are stacked. @param {Spot} spot */
  abreast(spot) {
    return spot.form === 'box' && !this.plane.boxes;
  }

  /** Counters of a space, from the bottom of the stack up. @param {Spot} spot @param {boolean} open @returns {Laid[]} */
  lay(spot, open) {
    const here = this.bySpace.get(spot.id) ?? [];
    const apart = this.abreast(spot);
    const fan = open && here.length > 1 && !apart;
    const laid = here.map((piece, n) => {
      const depth = Math.min(n, 3);
      if (apart) return { piece, spot, ...abreast(n, here.length, spot), open: false };
      const { dx, dy } = fan ? fanned(n, here.length) : { dx: depth * CLOSED_STEP, dy: depth * CLOSED_STEP };
      return { piece, spot, dx, dy, open: fan };
    });
    return laid.reverse();
  }

  /** @param {Laid[]} open */
  drawBackdrop(open) {
    const first = open[0];
    if (!first) {
      this.backdrop.remove();
      return;
    }
    const radius = Math.max(...open.map(one => Math.hypot(one.dx, one.dy))) + 26;
    set(this.backdrop, { r: radius });
    const holder = this.kept.get(first.piece.id);
    holder?.querySelector('.sized')?.prepend(this.backdrop);
  }

  /** @param {Laid} one */
  make({ piece }) {
    this.drawn.delete(piece.id);
    return svg(
      'g',
      { class: 'piece', 'data-id': piece.id },
      svg('g', { class: 'sized' }, svg('g', { class: 'offset' })),
    );
  }

  /** @param {SVGGElement} el @param {Laid} one */
  draw(el, { piece, spot, dx, dy }) {
    const before = this.drawn.get(piece.id);
    const at = standing(this.plane, spot);
    const now = { face: face(piece), place: `translate(${at.x}px, ${at.y}px)` };
    const offset = /** @type {SVGGElement} */ (el.querySelector('.offset'));
    offset.setAttribute('transform', `translate(${dx.toFixed(1)} ${dy.toFixed(1)})`);
    if (before?.face !== now.face) offset.replaceChildren(counter(piece));
    if (before?.place !== now.place) {
      el.style.transform = now.place;
      if (before && el.isConnected && !quiet.matches)
        el.animate([{ transform: before.place }, { transform: now.place }], { duration: 380, easing: 'ease-in-out' });
    }
    this.drawn.set(piece.id, now);
  }

  /** @param {Spot} spot @param {boolean} open @returns {Grip[]} */
  gripsOf(spot, open) {
    const all = this.bySpace.get(spot.id) ?? [];
    const apart = this.abreast(spot) && all.length > 1;
    if (apart || (open && all.length > 1)) {
      return this.lay(spot, true).map(({ piece, dx, dy }) => ({
        key: `${spot.id}/${piece.id}`,
        space: spot.id,
        piece,
        spot,
        dx,
        dy,
        all,
        open: true,
      }));
    }
    return [{ key: spot.id, space: spot.id, piece: null, spot, dx: 0, dy: 0, all, open: false }];
  }

  /** @param {Grip} grip */
  handle(grip) {
    const wide = (grip.piece ?? grip.all[0])?.side === 'allied';
    const box = wide ? { x: -19, y: -15, width: 38, height: 30 } : { x: -17.5, y: -16, width: 35, height: 32 };
    return svg(
      'g',
      {
        tabindex: -1,
        'data-space': grip.space,
        'data-piece': grip.piece?.id,
        onkeydown: (/** @type {KeyboardEvent} */ event) =>
          pressed(event, () => this.press(grip.space, grip.piece?.id ?? null)),
      },
      svg(
        'g',
        { class: 'sized' },
        svg(
          'g',
          { class: 'offset' },
          svg('rect', { class: 'grip', rx: 5, ...box }),
          svg('g', { class: 'count' }, svg('circle', { r: 7.5 }), svg('text', { y: 3.4 })),
        ),
      ),
    );
  }

  /** @param {SVGGElement} el @param {Grip} grip @param {Lit} lit */
  mark(el, grip, lit) {
    const offers = this.offersOf(grip, lit);
    const advised = offers.some(offer => offer.choice === lit.advised);
    const pinned = offers.length === 0 && grip.all.length === 1;
    const at = standing(this.plane, grip.spot);
    el.style.transform = `translate(${at.x}px, ${at.y}px)`;
    el.querySelector('.offset')?.setAttribute('transform', `translate(${grip.dx.toFixed(1)} ${grip.dy.toFixed(1)})`);
    const names = grip.piece ? grip.piece.label : grip.all.map(piece => `${piece.label} ${piece.values}`).join(', ');
    const doing = offers.length === 1 ? `. ${offers[0]?.label}` : offers.length > 1 ? `. ${offers.length} choices` : '';
    const states = [...new Set((grip.piece ? [grip.piece] : grip.all).flatMap(piece => piece.tags))]
      .filter(tag => tag !== '?')
      .join(', ');
    set(el, {
      class: ['handle', offers.length > 0 && 'lit', advised && 'advised', grip.open && 'open']
        .filter(Boolean)
        .join(' '),
      role: pinned ? 'img' : 'button',
      'aria-label': `${grip.space}: ${names}${states && ` (${states})`}${doing}`,
      'aria-expanded': !grip.piece && grip.all.length > 1 ? 'false' : null,
    });
    const count = /** @type {SVGGElement} */ (el.querySelector('.count'));
    const many = !grip.piece && grip.all.length > 1;
    count.setAttribute('visibility', many ? 'visible' : 'hidden');
    count.setAttribute('transform', `translate(${grip.all[0]?.side === 'allied' ? -18 : -16} -14)`);
    const text = count.querySelector('text');
    if (text) text.textContent = String(grip.all.length);
  }

  /** @param {Grip} grip @param {Lit} lit */
  offersOf(grip, lit) {
    if (grip.piece) return lit.pieces.get(grip.piece.id) ?? [];
    const onPieces = grip.all.flatMap(piece => lit.pieces.get(piece.id) ?? []);
    return [...(lit.spaces.get(grip.space) ?? []), ...onPieces];
  }
}
