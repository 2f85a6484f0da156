// A match as this browser holds it: what is shown, and everything that can be done.

import { MatchApi, Problem, sentence } from '../api.js';
import { debounce } from '../dom.js';
import { heldFor, hold, taste } from '../keys.js';
import { Store } from '../store.js';
import { follow } from './events.js';
/** @import * as T from '../types.js' */
/** @import {Button, State} from './state.js' */

export class Desk {
  /** @param {MatchApi} api @param {T.GameInfo} game @param {State} state */
  constructor(api, game, state) {
    this.api = api;
    this.game = game;
    this.store = new Store(state);
    this.stop = new AbortController();
    /** What looks at a past moment. @type {AbortController | null} */
    this.looking = null;
    /** @type {Button | null} */
    this.pressed = null;
    /** The choice sent last. @type {string | null} */
    this.made = null;
    /** The version the server spoke of last. */
    this.heard = 0;
    this.noteMoments = debounce(250, () => void this.loadMoments());
  }

  /** @param {string} id @param {string} key @param {T.GameInfo[]} games */
  static async open(id, key, games) {
    const api = new MatchApi(id, key);
    const overlays = taste(`overlays.${id}`, []);
    const [summary, table, log, chat] = await Promise.all([api.summary(), api.table(overlays), api.log(0), api.chat()]);
    const game = games.find(one => one.id === summary.game);
    if (!game) throw new Problem(404, `This program has no game “${summary.game}”.`);
    /** @type {State} */
    const state = {
      summary,
      table,
      log,
      chat,
      overlays,
      past: null,
      at: null,
      news: [],
      advice: null,
      hint: null,
      eyed: null,
      busy: false,
      line: true,
      people: 1,
      moments: [],
      pair: null,
      brush: null,
      notice: null,
      story: null,
      ways: false,
      uncovered: false,
      eyes: null,
      since: null,
    };
    const desk = new Desk(api, game, state);
    void desk.loadMoments();
    void desk.moveOver();
    void follow(api, desk.stop.signal, {
      tick: tick => desk.ticked(tick),
      line: line => desk.store.set({ line }),
    });
    return desk;
  }

  get state() {
    return this.store.state;
  }
  /** @param {Partial<State>} change */
  set(change) {
    this.store.set(change);
  }
  close() {
    this.stop.abort();
  }

  /** @param {unknown} error */
  refuse(error) {
    const rule = error instanceof Problem ? error.rule : null;
    this.set({ notice: { text: sentence(error), kind: 'refusal', rule } });
  }

  /** @param {string} text */
  tell(text) {
    this.set({ notice: { text, kind: 'word', rule: null } });
  }

  /**
   * Sends an act and shows what comes of it. A table that has moved on meanwhile is fetched and the player told.
   * @param {'choices' | 'undo' | 'staff' | 'resign'} kind @param {object} body @param {number} base moves that stay as they are
   */
  async act(kind, body, base) {
    if (this.state.busy || this.state.past) return false;
    this.set({ busy: true, notice: null });
    try {
      const { version } = this.state.table;
      const table = await this.api.act(kind, { version, ...body }, this.state.overlays);
      // What is played again after an undo is no news, but it has new numbers.
      const lines = kind === 'undo' && table.moves > base ? await this.api.log(base + 1) : table.news;
      this.take(table, [...this.state.log.filter(line => line.after <= base), ...lines]);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.status === 409) await this.refresh().catch(() => {});
      this.refuse(error);
      return false;
    } finally {
      this.set({ busy: false });
      if (this.heard > this.state.table.version) void this.refresh().catch(failed => this.refuse(failed));
    }
  }

  /** @param {T.Table} table @param {T.LogLine[]} log */
  take(table, log) {
    const prompt = table.scene.prompt;
    const { pair, brush, summary } = this.state;
    const again = pair && prompt?.offers.some(offer => offer.choice === pair.button.choice);
    const kept = again || this.pressed ? pair : null;
    const seats = summary.seats.map(seat => ({ ...seat, asked: table.asked.includes(seat.id) }));
    this.set({
      table,
      log,
      news: table.news,
      advice: null,
      eyed: null,
      pair: kept,
      brush: again ? brush && new Set() : null,
      story: null,
      summary: { ...summary, seats, over: table.over },
    });
    this.noteMoments();
    void this.moveOver();
  }

  /** Seats of this browser, by id, with their keys. */
  get keys() {
    return heldFor(this.state.summary.id)?.keys ?? {};
  }

  /** Where all see the same, whoever holds several seats sits where something is asked. */
  async moveOver() {
    const { you, asked } = this.state.table;
    if (!this.game.together || !you || asked.includes(you)) return;
    const next = asked.find(seat => this.keys[seat]);
    if (next) await this.sit(next);
  }

  /** Sits down on another seat of this browser. @param {string} seat */
  async sit(seat) {
    const { id } = this.state.summary;
    const [mine, key] = [heldFor(id), this.keys[seat]];
    if (!mine || !key || seat === this.state.table.you) return;
    hold({ ...mine, key });
    this.api.key = key;
    this.pressed = null;
    try {
      const [table, summary] = await Promise.all([this.api.table(this.state.overlays), this.api.summary()]);
      this.set({ table, summary, at: null, past: null, advice: null, eyed: null, pair: null, brush: null });
    } catch (error) {
      this.refuse(error);
    }
  }

  /** @param {T.Offer} offer */
  async choose(offer) {
    const { prompt } = this.state.table.scene;
    const before = this.pressed;
    this.made = offer.choice;
    this.pressed = offer.anchor === 'button' ? { choice: offer.choice, label: offer.label } : null;
    if (before && offer.anchor !== 'button' && 'space' in offer.anchor) {
      const spaces = (prompt?.offers ?? [])
        .map(one => (typeof one.anchor === 'object' && 'space' in one.anchor ? one.anchor.space : ''))
        .filter(Boolean);
      this.set({ pair: { button: before, spaces: new Set(spaces) } });
    }
    return this.act('choices', { choices: [{ choice: offer.choice }] }, this.state.table.moves);
  }

  /** Does the same again in other spaces. @param {string[]} spaces */
  repeat(spaces) {
    const { pair, table } = this.state;
    if (!pair || spaces.length === 0) return Promise.resolve(false);
    this.pressed = null;
    const choices = spaces.flatMap(space => [{ choice: pair.button.choice }, { space }]);
    return this.act('choices', { choices }, table.moves);
  }

  /** Takes back: the last choice, all down to a move, or only some in between. @param {number} [to] @param {number} [until] */
  undo(to = this.state.table.moves - 1, until = this.state.table.moves) {
    this.pressed = null;
    const { table } = this.state;
    if (!table.may_undo) {
      this.set({ notice: { text: table.undo_reason ?? 'There is nothing to take back.', kind: 'word', rule: null } });
      return Promise.resolve(false);
    }
    return this.act('undo', until < table.moves ? { to, until } : { to }, to);
  }

  /** @param {T.Extent} extent */
  staff(extent) {
    this.pressed = null;
    return this.act('staff', { extent }, this.state.table.moves);
  }

  resign() {
    return this.act('resign', {}, this.state.table.moves);
  }

  async advise() {
    try {
      this.set({ advice: await this.api.advice() });
    } catch (error) {
      this.refuse(error);
    }
  }

  async loadMoments() {
    try {
      this.set({ moments: await this.api.moments() });
    } catch {
      this.set({ moments: [] });
    }
  }

  async loadStory() {
    if (this.state.story) return;
    try {
      this.set({ story: await this.api.story() });
    } catch (error) {
      this.refuse(error);
    }
  }

  /** @param {T.Tick} tick */
  async ticked(tick) {
    const onlyMoved = tick.version > this.heard && tick.people === this.state.people;
    this.heard = tick.version;
    this.set({ people: tick.people });
    if (this.state.busy) return;
    if (this.heard > this.state.table.version) return this.refresh();
    // The echo of an own choice brings nothing else.
    if (onlyMoved) return;
    const [summary, chat] = await Promise.all([this.api.summary(), this.api.chat()]);
    this.set({ summary, chat });
  }

  /** Catches up with what others did. */
  async refresh() {
    const { table: old, overlays } = this.state;
    const [table, summary, chat] = await Promise.all([this.api.table(overlays), this.api.summary(), this.api.chat()]);
    const onward = table.version - old.version === table.moves - old.moves;
    const base = onward ? old.moves : -1;
    const lines = await this.api.log(base + 1);
    // Meanwhile an own choice may have been answered: then there is nothing to catch up with.
    if (table.version <= this.state.table.version) return this.set({ summary, chat });
    this.pressed = null;
    this.set({ summary, chat });
    const news = lines.filter(line => line.after > old.moves);
    this.take({ ...table, news }, [...this.state.log.filter(line => line.after <= base), ...lines]);
  }

  /** @param {string} text */
  async say(text) {
    try {
      await this.api.say(text);
      this.set({ chat: await this.api.chat() });
    } catch (error) {
      this.refuse(error);
    }
  }

  /** @param {string} name */
  async rename(name) {
    try {
      await this.api.name(name);
      this.set({ summary: await this.api.summary() });
    } catch (error) {
      this.refuse(error);
    }
  }
}
