// From a click on the map to a choice: one offer is taken, several open a menu where they are.

import { menuList } from '../ui.js';
import { brushing, paint, painted } from './brush.js';
/** @import {Desk} from './desk.js' */
/** @import {BoardView, Target} from '../board/board.js' */
/** @import {Lit} from '../board/lit.js' */
/** @import {Offer} from '../types.js' */

export class Acting {
  /** @param {Desk} desk @param {HTMLElement} holder where menus are put */
  constructor(desk, holder) {
    this.desk = desk;
    this.holder = holder;
    /** @type {HTMLElement | null} */
    this.menu = null;
    /** @type {string | null} */
    this.menuSpace = null;
    /** @type {BoardView | null} */
    this.map = null;
    /** Told when a menu opens. */
    this.opened = () => {};
    /** Told when something is pressed that cannot be chosen. @type {(target: Target) => void} */
    this.inspect = () => {};
  }

  /** @param {Target} target @param {Lit} lit @returns {Offer[]} */
  offersAt({ space, piece }, lit) {
    if (piece) return lit.pieces.get(piece) ?? [];
    const here = this.desk.state.table.scene.pieces.filter(one => one.space === space);
    return [...(lit.spaces.get(space) ?? []), ...here.flatMap(one => lit.pieces.get(one.id) ?? [])];
  }

  /** @param {Target} target */
  press(target) {
    const { map, desk } = this;
    if (!map) return;
    this.closeMenu();
    if (brushing(desk)) {
      paint(desk, target.space);
      void painted(desk);
      return;
    }
    const offers = desk.state.past ? [] : this.offersAt(target, map.lit);
    const [only] = offers;
    if (only && offers.length === 1) return this.pick(only);
    const stack = map.stacks.bySpace.get(target.space) ?? [];
    const open = map.open === target.space;
    if (!target.piece) map.fan(stack.length > 1 && (offers.length > 1 || !open) ? target.space : null);
    if (offers.length > 1) this.openMenu(target.space, offers);
    else if (!target.piece && map.open) map.rover.to(target.space);
    else if (offers.length === 0) this.inspect(target);
  }

  /** @param {Offer} offer */
  pick(offer) {
    this.closeMenu();
    this.map?.fan(null);
    void this.desk.choose(offer);
  }

  /** @param {string} space @param {Offer[]} offers */
  openMenu(space, offers) {
    const menu = menuList(
      offers.map(offer => ({ label: offer.label, run: () => this.pick(offer) })),
      chosen => {
        if (!chosen) this.dismiss();
      },
      `Choices in ${space}`,
    );
    menu.classList.add('at-space');
    menu.querySelectorAll('button').forEach((button, n) => {
      const eye = () => this.desk.set({ eyed: offers[n] ?? null });
      button.addEventListener('pointerenter', eye);
      button.addEventListener('focus', eye);
    });
    this.menu = menu;
    this.menuSpace = space;
    this.holder.append(menu);
    this.place();
    this.opened();
    menu.querySelector('button')?.focus();
  }

  /** Keeps the menu beside its space while the map moves. */
  place() {
    const at = this.menuSpace ? this.map?.where(this.menuSpace) : null;
    if (!this.menu || !at) return;
    const { clientWidth, clientHeight } = this.holder;
    const [width, height] = [this.menu.offsetWidth, this.menu.offsetHeight];
    const gap = this.map?.open ? 74 : 30;
    const x = at.x + gap + width < clientWidth ? at.x + gap : at.x - gap - width;
    const y = Math.min(Math.max(8, at.y - height / 2), clientHeight - height - 8);
    this.menu.style.transform = `translate(${Math.round(Math.max(8, x))}px, ${Math.round(y)}px)`;
  }

  closeMenu() {
    this.menu?.remove();
    this.menu = null;
    this.menuSpace = null;
  }

  /** Closes the menu and the fan, and gives the focus back to the map. */
  dismiss() {
    const space = this.menuSpace ?? this.map?.open ?? null;
    const open = this.menu !== null || this.map?.open;
    this.closeMenu();
    this.map?.fan(null);
    if (space) this.map?.rover.to(space);
    return Boolean(open);
  }
}
