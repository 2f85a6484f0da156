// The printed numbers of the spaces that are in sight, when there is room for them.

import { svg } from '../dom.js';
/** @import {Plane} from './geometry.js' */
/** @import {Camera} from './camera.js' */

/** Pixels a hex must have for every number, and for every fifth. */
const ALL = 40;
const SOME = 17;

export class Numbers {
  /** @param {Plane} plane */
  constructor(plane) {
    this.plane = plane;
    this.el = svg('g', { class: 'numbers', 'aria-hidden': 'true' });
    this.shown = '';
  }

  /** @param {Camera} camera */
  render(camera) {
    const step = camera.scale >= ALL ? 1 : camera.scale >= SOME ? 5 : 0;
    const { left, right, top, bottom } = camera.sight;
    const spots =
      step === 0
        ? []
        : this.plane.playing
            .filter(spot => spot.form !== 'box' && (this.plane.hex || step === 1))
            .filter(spot => spot.row % step === 0 && spot.column % step === 0)
            .filter(spot => spot.x > left - 1 && spot.x < right + 1 && spot.y > top - 1 && spot.y < bottom + 1);
    const shown = `${step} ${spots[0]?.id} ${spots.length} ${spots.at(-1)?.id}`;
    if (shown === this.shown) return;
    this.shown = shown;
    this.el.classList.toggle('few', step === 5);
    this.el.replaceChildren(
      ...spots.map(spot => svg('text', { x: spot.x, y: spot.y + (step === 1 ? -0.34 : 0.1) }, spot.id)),
    );
  }
}
