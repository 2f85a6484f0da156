// What part of the world the window shows; wheel, pinch, drag and keys move it.

/** @import {Box} from './geometry.js' */

const DRAG_FROM = 6;
const STEP = 1.35;

/**
 * @typedef {object} CameraHooks
 * @property {(camera: Camera) => void} moved
 * @property {(x: number, y: number) => boolean} [brushing] whether a drag from there paints instead of panning
 * @property {(x: number, y: number, event: PointerEvent) => void} [paint]
 * @property {() => void} [painted]
 */

export class Camera {
  /** @param {SVGSVGElement} frame @param {SVGGElement[]} worlds what is moved @param {{home: Box, limits: Box}} boxes @param {CameraHooks} hooks */
  constructor(frame, worlds, boxes, hooks) {
    this.frame = frame;
    this.worlds = worlds;
    this.home = boxes.home;
    this.limits = boxes.limits;
    this.hooks = hooks;
    this.width = 1;
    this.height = 1;
    /** Pixels at the upper edge that something lies over. */
    this.covered = 0;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.touched = false;
    this.dragged = false;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.pending = 0;
    this.listen();
    new ResizeObserver(() => this.resize()).observe(frame);
  }

  listen() {
    const { frame } = this;
    frame.addEventListener('wheel', event => this.wheel(event), { passive: false });
    frame.addEventListener('pointerdown', event => this.down(event));
    frame.addEventListener('pointermove', event => this.move(event));
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
      frame.addEventListener(end, event => this.up(event));
    }
  }

  resize() {
    const { width, height } = this.frame.getBoundingClientRect();
    if (!width || !height) return;
    this.width = width;
    this.height = height;
    if (this.touched) this.apply();
    else this.fit();
  }

  /** Leaves room at the upper edge for what lies over the map there. @param {number} pixels */
  leave(pixels) {
    if (this.covered === pixels) return;
    this.covered = pixels;
    if (!this.touched) this.fit();
  }

  /** Room that is left free at the upper edge; never much of a small window. */
  get head() {
    return Math.min(this.covered, this.height / 6);
  }

  /** The scale at which the whole board is seen. */
  get least() {
    const { home } = this;
    return Math.min(this.width / (home.right - home.left), (this.height - this.head) / (home.bottom - home.top), 110);
  }

  fit() {
    this.scale = this.least;
    this.x = (this.home.left + this.home.right) / 2;
    this.y = (this.home.top + this.home.bottom) / 2 - this.head / 2 / this.scale;
    this.touched = false;
    this.apply();
  }

  /** @param {number} factor @param {number} [px] @param {number} [py] */
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const before = this.toWorld(px, py);
    this.scale = Math.min(Math.max(this.scale * factor, this.least * 0.8), 160);
    const after = this.toWorld(px, py);
    this.x += before.x - after.x;
    this.y += before.y - after.y;
    this.touched = true;
    this.apply();
  }

  zoomIn() {
    this.zoom(STEP);
  }
  zoomOut() {
    this.zoom(1 / STEP);
  }

  /** By pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx / this.scale;
    this.y += dy / this.scale;
    this.touched = true;
    this.apply();
  }

  /** Brings a point into sight if it is not. @param {number} x @param {number} y */
  show(x, y) {
    const at = this.toScreen(x, y);
    const edge = 48;
    if (at.x > edge && at.y > edge && at.x < this.width - edge && at.y < this.height - edge) return;
    this.x = x;
    this.y = y;
    this.touched = true;
    this.apply();
  }

  /** @param {number} px @param {number} py */
  toWorld(px, py) {
    return { x: this.x + (px - this.width / 2) / this.scale, y: this.y + (py - this.height / 2) / this.scale };
  }

  /** @param {number} x @param {number} y */
  toScreen(x, y) {
    return { x: (x - this.x) * this.scale + this.width / 2, y: (y - this.y) * this.scale + this.height / 2 };
  }

  /** The part of the world in sight. @returns {Box} */
  get sight() {
    const [a, b] = [this.toWorld(0, 0), this.toWorld(this.width, this.height)];
    return { left: a.x, top: a.y, right: b.x, bottom: b.y };
  }

  apply() {
    const { limits } = this;
    this.x = Math.min(Math.max(this.x, limits.left), limits.right);
    this.y = Math.min(Math.max(this.y, limits.top), limits.bottom);
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      const { x, y } = this.toScreen(0, 0);
      const place = `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${this.scale.toFixed(4)})`;
      for (const world of this.worlds) world.setAttribute('transform', place);
      this.hooks.moved(this);
    });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const { left, top } = this.frame.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1;
    const speed = event.ctrlKey ? 0.012 : 0.0022;
    this.zoom(Math.exp(-event.deltaY * lines * speed), event.clientX - left, event.clientY - top);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 0) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) {
      this.dragged = false;
      this.from = { x: event.clientX, y: event.clientY };
      const { left, top } = this.frame.getBoundingClientRect();
      const { x, y } = this.toWorld(event.clientX - left, event.clientY - top);
      this.paints = this.hooks.brushing?.(x, y) ?? false;
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last || !this.from) return;
    if (this.pointers.size === 1 && !this.dragged) {
      if (Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) < DRAG_FROM) return;
      this.dragged = true;
      this.frame.setPointerCapture(event.pointerId);
      if (this.paints) this.brush(this.from.x, this.from.y, event);
    }
    if (this.pointers.size === 2) this.pinch(event);
    else if (this.paints) this.brush(event.clientX, event.clientY, event);
    else this.pan(last.x - event.clientX, last.y - event.clientY);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {number} clientX @param {number} clientY @param {PointerEvent} event */
  brush(clientX, clientY, event) {
    const { left, top } = this.frame.getBoundingClientRect();
    const { x, y } = this.toWorld(clientX - left, clientY - top);
    this.hooks.paint?.(x, y, event);
  }

  /** @param {PointerEvent} event */
  pinch(event) {
    this.dragged = true;
    this.paints = false;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    const last = this.pointers.get(event.pointerId);
    if (!other || !last) return;
    const { left, top } = this.frame.getBoundingClientRect();
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (before > 0) this.zoom(now / before, (event.clientX + other.x) / 2 - left, (event.clientY + other.y) / 2 - top);
    this.pan((last.x - event.clientX) / 2, (last.y - event.clientY) / 2);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size > 0) return;
    if (this.paints && this.dragged) this.hooks.painted?.();
    this.paints = false;
    // The click that follows a drag is none; it is over once the click would have come.
    if (this.dragged)
      setTimeout(() => {
        this.dragged = false;
      }, 0);
  }
}
