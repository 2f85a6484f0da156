// The focus on the map: one of its targets at a time is in the order of Tab, and arrow keys go from one to the next.

/** @import {Camera} from './camera.js' */
/** @import {Plane} from './geometry.js' */

const ARROWS = new Map([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
]);
const PAN = 90;

export class Rover {
  /** @param {SVGSVGElement} frame @param {Plane} plane @param {Camera} camera */
  constructor(frame, plane, camera) {
    this.frame = frame;
    this.plane = plane;
    this.camera = camera;
    frame.addEventListener('keydown', event => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const arrow = ARROWS.get(event.key);
    if (!arrow || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [dx, dy] = /** @type {[number, number]} */ (arrow);
    const from = this.plane.spots.get(this.space() ?? '');
    if (!from) return this.camera.pan(dx * PAN, dy * PAN);
    const next = this.plane.towards(
      from,
      dx,
      dy,
      this.targets().map(el => el.dataset['space'] ?? ''),
    );
    if (next) this.to(next.id);
  }

  /** Everything that can have the focus. @returns {SVGElement[]} */
  targets() {
    return [...this.frame.querySelectorAll('.handle, .lit-layer .lit:not([aria-hidden])')].filter(
      el => el instanceof SVGElement,
    );
  }

  /** The space that has the focus. */
  space() {
    const active = document.activeElement;
    return active instanceof SVGElement && this.frame.contains(active) ? (active.dataset['space'] ?? null) : null;
  }

  /** Focuses the target on a space, or the nearest one. @param {string} space */
  to(space) {
    const exact = this.targets().find(el => el.dataset['space'] === space);
    const found = exact ?? this.nearest(space);
    (found ?? this.frame).focus({ preventScroll: true });
  }

  /** Goes to what can be chosen: the advised one, or the one nearest to the middle. */
  toLit() {
    const advised = this.frame.querySelector('.advised[data-space]');
    const middle = this.plane.under(this.camera.x, this.camera.y)?.id ?? '';
    const found = advised instanceof SVGElement ? advised : this.nearest(middle, '.lit');
    (found ?? this.frame).focus({ preventScroll: true });
  }

  /** @param {string} space @param {string} [only] */
  nearest(space, only = '*') {
    const from = this.plane.spots.get(space) ?? { x: this.camera.x, y: this.camera.y };
    const far = (/** @type {SVGElement} */ el) => {
      const spot = this.plane.spots.get(el.dataset['space'] ?? '');
      return spot ? Math.hypot(spot.x - from.x, spot.y - from.y) : Infinity;
    };
    return this.targets()
      .filter(el => el.matches(only))
      .sort((a, b) => far(a) - far(b))[0];
  }

  /** One target at a time is in the order of Tab; arrows go on from there. */
  settle() {
    const lit = this.targets().filter(el => el.matches('.lit'));
    const held = this.frame.querySelector('[data-space][tabindex="0"]');
    const next = lit.find(el => el === held) ?? lit[0] ?? this.targets()[0];
    if (held && held !== next) held.setAttribute('tabindex', '-1');
    next?.setAttribute('tabindex', '0');
  }
}
