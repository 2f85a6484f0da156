// Spaces that can be chosen now: one button each.

import { keyed, pressed, set, svg } from '../dom.js';
/** @import * as T from '../types.js' */
/** @import {Plane} from './geometry.js' */

/**
 * @typedef {object} Lit
 * @property {Map<string, T.Offer[]>} spaces offers by the space they are clicked on
 * @property {Map<string, T.Offer[]>} pieces offers by the piece they are clicked on
 * @property {string | null} advised the choice that is advised
 * @property {Set<string> | null} brush spaces that a brush may paint, if there is one
 * @property {Set<string>} painted spaces that it has painted
 */

/** @returns {Lit} */
export const nothingLit = () => ({
  spaces: new Map(),
  pieces: new Map(),
  advised: null,
  brush: null,
  painted: new Set(),
});

/** Offers of a prompt by where they are clicked. @param {T.Prompt | null} prompt @param {string | null} advised @returns {Lit} */
export function lightUp(prompt, advised) {
  const lit = { ...nothingLit(), advised };
  for (const offer of prompt?.offers ?? []) {
    if (offer.anchor === 'button') continue;
    const [where, name] = 'space' in offer.anchor ? [lit.spaces, offer.anchor.space] : [lit.pieces, offer.anchor.piece];
    where.set(name, [...(where.get(name) ?? []), offer]);
  }
  return lit;
}

/** @param {string} space @param {T.Offer[]} offers */
export function nameOf(space, offers) {
  const first = offers[0];
  if (!first) return `Repeat in ${space}`;
  if (offers.length > 1) return `${space}: ${offers.length} choices`;
  return first.label.includes(space) ? first.label : `${space}: ${first.label}`;
}

/** Part of a space that is lit, so that neighbours stay apart. */
const SIZE = 0.92;

export class LitLayer {
  /** @param {Plane} plane @param {(space: string) => void} press */
  constructor(plane, press) {
    this.plane = plane;
    this.press = press;
    this.buttons = svg('g', { role: 'group', 'aria-label': 'Places that can be chosen' });
    // All that is lit is painted as one shape; the buttons over it show only what is special about one of them.
    this.glow = svg('path', { class: 'glow', 'aria-hidden': 'true' });
    this.el = svg('g', { class: 'lit-layer' }, this.glow, this.buttons);
    /** @type {Map<string, SVGPathElement>} */
    this.kept = new Map();
    /** Every shape that was ever lit: most are lit again. @type {Map<string, SVGPathElement>} */
    this.pool = new Map();
  }

  /** @param {Lit} lit @param {Set<string>} [busy] spaces whose counters are the buttons */
  render(lit, busy = new Set()) {
    const spaces = lit.brush ? [...lit.brush] : [...lit.spaces.keys()];
    const shapes = this.plane.shapes(spaces, SIZE);
    if (this.glow.getAttribute('d') !== shapes) this.glow.setAttribute('d', shapes);
    this.glow.classList.toggle('brush', lit.brush !== null);
    keyed(
      this.buttons,
      this.kept,
      spaces,
      space => space,
      space => this.make(space),
      (el, space) => {
        const offers = lit.spaces.get(space) ?? [];
        const advised = offers.some(offer => offer.choice === lit.advised);
        const state = [advised && 'advised', lit.painted.has(space) && 'painted'].filter(Boolean).join(' ');
        const name = nameOf(space, offers) + (advised ? ' (advised)' : '');
        set(el, { class: `lit ${state}`.trim(), 'aria-label': name, 'aria-hidden': busy.has(space) });
      },
    );
  }

  /** @param {string} space */
  make(space) {
    const known = this.pool.get(space);
    if (known) return known;
    const spot = this.plane.spots.get(space);
    const shape = svg('path', {
      d: spot ? this.plane.shape(spot, SIZE) : '',
      role: 'button',
      tabindex: -1,
      'data-space': space,
      onkeydown: (/** @type {KeyboardEvent} */ event) => pressed(event, () => this.press(space)),
    });
    this.pool.set(space, shape);
    return shape;
  }
}
