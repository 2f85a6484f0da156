// One value that panels watch. Changes are told once a frame of work, not once a field.

/** @template {object} S */
export class Store {
  /** @param {S} state */
  constructor(state) {
    this.state = state;
    /** @type {((state: S) => void)[]} */
    this.watchers = [];
    this.waiting = false;
  }

  /** @param {Partial<S>} change */
  set(change) {
    const keys = /** @type {(keyof S)[]} */ (Object.keys(change));
    if (keys.every(key => this.state[key] === change[key])) return;
    this.state = { ...this.state, ...change };
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => this.tell());
  }

  tell() {
    this.waiting = false;
    for (const watch of this.watchers) watch(this.state);
  }

  /** @param {(state: S) => void} watch */
  watch(watch) {
    this.watchers.push(watch);
    watch(this.state);
  }
}
