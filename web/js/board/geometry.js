// The plane of a board as the screen has it: x to the east, y to the south, one unit a hex width.

/** @import * as T from '../types.js' */
/** @typedef {'hex' | 'dot' | 'box'} Form */
/** @typedef {{id: string, x: number, y: number, playing: boolean, row: number, column: number, form: Form, w: number, h: number, label: string}} Spot */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

const RADIUS = 1 / Math.sqrt(3);
const CORNERS = [30, 90, 150, 210, 270, 330].map(degrees => {
  const angle = (degrees * Math.PI) / 180;
  return /** @type {[number, number]} */ ([Math.cos(angle) * RADIUS, Math.sin(angle) * RADIUS]);
});
/** @param {number} n */
const short = n => String(Math.round(n * 1000) / 1000);

/** @param {Iterable<{x: number, y: number}>} points @param {number} margin @returns {Box} */
export function boxOf(points, margin) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x - margin);
    box.right = Math.max(box.right, x + margin);
    box.top = Math.min(box.top, y - margin);
    box.bottom = Math.max(box.bottom, y + margin);
  }
  return box;
}

/** @param {Box[]} boxes @returns {Box} */
const joined = boxes => ({
  left: Math.min(...boxes.map(box => box.left)),
  top: Math.min(...boxes.map(box => box.top)),
  right: Math.max(...boxes.map(box => box.right)),
  bottom: Math.max(...boxes.map(box => box.bottom)),
});

export class Plane {
  /** @param {T.Board} board */
  constructor(board) {
    /** A sheet of hexes, whatever boxes lie beside it. */
    this.hex = board.spaces.some(space => space.shape === 'hex');
    /** A map that is made of boxes. */
    this.boxes = board.spaces.length > 0 && board.spaces.every(space => typeof space.shape === 'object');
    this.mood = board.mood;
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    for (const { id, x, y, grid, playing, shape, label } of board.spaces) {
      const [row, column] = grid ?? [0, 0];
      const size = typeof shape === 'object' ? shape.box : { width: 1, height: 1 };
      const form = typeof shape === 'object' ? 'box' : shape;
      this.spots.set(id, { id, x, y: -y, playing, row, column, form, w: size.width, h: size.height, label });
    }
    const playing = [...this.spots.values()].filter(spot => spot.playing);
    const places = board.places.map(place => this.spots.get(place.space)).filter(spot => spot !== undefined);
    this.playing = playing;
    const all = playing.length ? [boxOf(playing, 0.8), boxOf(places, 1.1)] : [boxOf(this.spots.values(), 1)];
    const corners = playing
      .filter(spot => spot.form === 'box')
      .flatMap(({ x, y, w, h }) => [
        { x: x - w / 2, y: y - h / 2 },
        { x: x + w / 2, y: y + h / 2 },
      ]);
    this.box = joined(corners.length ? [...all, boxOf(corners, 0.25)] : all);
    /** Everything that is drawn and may be looked at. */
    this.world = boxOf(this.spots.values(), 4);
  }

  get empty() {
    return this.spots.size === 0;
  }

  /** The space under a point. @param {number} x @param {number} y @returns {Spot | null} */
  under(x, y) {
    let best = null;
    let nearest = this.hex ? RADIUS : Infinity;
    for (const spot of this.spots.values()) {
      if (spot.form !== 'hex' && (Math.abs(spot.x - x) > spot.w / 2 || Math.abs(spot.y - y) > spot.h / 2)) continue;
      if (spot.form === 'box') return spot;
      const distance = Math.hypot(spot.x - x, spot.y - y);
      if (distance < nearest) [best, nearest] = [spot, distance];
    }
    return best;
  }

  /** Outline of a space, as path data. @param {Spot} spot @param {number} [size] */
  shape(spot, size = 1) {
    if (spot.form !== 'hex') {
      // What is left free around it is the same for small and for large ones.
      const [w, h] = [spot.w + size - 1, spot.h + size - 1];
      return `M${short(spot.x - w / 2)} ${short(spot.y - h / 2)}h${short(w)}v${short(h)}h${short(-w)}Z`;
    }
    return `M${CORNERS.map(([x, y]) => `${short(spot.x + x * size)} ${short(spot.y + y * size)}`).join('L')}Z`;
  }

  /** Outlines of many spaces. @param {Iterable<string>} ids @param {number} [size] */
  shapes(ids, size = 1) {
    let data = '';
    for (const id of ids) {
      const spot = this.spots.get(id);
      if (spot) data += this.shape(spot, size);
    }
    return data;
  }

  /** The corners of a space, in order. @param {Spot} spot @returns {[number, number][]} */
  corners({ form, w, h }) {
    if (form === 'hex') return CORNERS;
    return [
      [w / 2, h / 2],
      [-w / 2, h / 2],
      [-w / 2, -h / 2],
      [w / 2, -h / 2],
    ];
  }

  /** The line around a set of spaces: every edge that only one of them has. @param {Iterable<string>} ids */
  border(ids) {
    /** @type {Map<string, string>} */
    const edges = new Map();
    for (const id of ids) {
      const spot = this.spots.get(id);
      if (!spot) continue;
      const corners = this.corners(spot);
      for (let corner = 0; corner < corners.length; corner++) {
        const [ax, ay] = /** @type {[number, number]} */ (corners[corner]);
        const [bx, by] = /** @type {[number, number]} */ (corners[(corner + 1) % corners.length]);
        const middle = `${Math.round((2 * spot.x + ax + bx) * 50)}:${Math.round((2 * spot.y + ay + by) * 50)}`;
        if (edges.delete(middle)) continue;
        edges.set(middle, `M${short(spot.x + ax)} ${short(spot.y + ay)}L${short(spot.x + bx)} ${short(spot.y + by)}`);
      }
    }
    return [...edges.values()].join('');
  }

  /** The spot to go to from another in a direction, of those that are allowed. @param {Spot} from @param {number} dx @param {number} dy @param {Iterable<string>} among */
  towards(from, dx, dy, among) {
    let best = null;
    let least = Infinity;
    for (const id of among) {
      const spot = this.spots.get(id);
      if (!spot || spot.id === from.id) continue;
      const [x, y] = [spot.x - from.x, spot.y - from.y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy - y * dx);
      if (along <= 0.1 || aside > along * 1.8) continue;
      const cost = along + 2.2 * aside;
      if (cost < least) [best, least] = [spot, cost];
    }
    return best;
  }
}
