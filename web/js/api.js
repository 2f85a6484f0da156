// The server, call by call. Refusals come as `Problem` with a sentence for people.

/** @import * as T from './types.js' */

export class Problem extends Error {
  /** @param {number} status @param {string} detail @param {string | null} [rule] */
  constructor(status, detail, rule = null) {
    super(detail);
    this.status = status;
    this.rule = rule;
  }
}

/** @param {unknown} error */
export function sentence(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {Response} answer */
async function refusal(answer) {
  const plain = `The server answered ${answer.status}.`;
  try {
    const problem = await answer.json();
    return new Problem(answer.status, problem.detail ?? problem.title ?? plain, problem.rule ?? null);
  } catch {
    return new Problem(answer.status, plain);
  }
}

/**
 * @typedef {object} Call
 * @property {string} [key]
 * @property {unknown} [body]
 * @property {AbortSignal} [signal]
 * @property {string} [accept]
 * @property {boolean} [keepalive] is sent even if the page is left
 */

/** @param {string} path @param {Call} call */
async function raw(path, { key, body, signal, accept = 'application/json', keepalive = false } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: accept };
  if (key) headers['Authorization'] = `Bearer ${key}`;
  /** @type {RequestInit} */
  const init = { headers, keepalive, method: body === undefined ? 'GET' : 'POST' };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, 'The server does not answer. Is the program still running?');
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

/** @param {string} path @param {Call} [call] @returns {Promise<any>} */
async function json(path, call) {
  const answer = await raw(path, call);
  const text = await answer.text();
  return text ? JSON.parse(text) : null;
}

const part = encodeURIComponent;

/** @param {Record<string, string | number | null | undefined>} values */
function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return given.length ? `?${given.map(([name, value]) => `${name}=${part(String(value))}`).join('&')}` : '';
}

/** @type {Map<string, Promise<any>>} */
const once = new Map();

/** What never changes while the page is open. @param {string} path @returns {Promise<any>} */
function lasting(path) {
  let answer = once.get(path);
  if (!answer) {
    answer = json(path);
    once.set(path, answer);
    answer.catch(() => once.delete(path));
  }
  return answer;
}

/** @returns {Promise<T.GameInfo[]>} */
export const games = () => lasting('/api/games');
/** @param {string} game @returns {Promise<T.Board>} */
export const board = game => lasting(`/api/games/${part(game)}/board`);
/** @param {string} game @returns {Promise<T.RuleText[]>} */
export const rules = game => lasting(`/api/games/${part(game)}/rules`);
/** @param {string} game @returns {Promise<T.Provenance[]>} */
export const tables = game => lasting(`/api/games/${part(game)}/tables`);
/** @param {string} game @param {string} name @returns {Promise<T.TableText>} */
export const tableText = (game, name) => lasting(`/api/games/${part(game)}/tables/${part(name)}`);
/** @param {string} game @returns {Promise<T.Tutorial>} */
export const tutorial = game => lasting(`/api/games/${part(game)}/tutorial`);

/** @param {object} plan @returns {Promise<T.Created>} */
export const create = plan => json('/api/matches', { body: plan });
/** @param {string} record @param {Record<string, T.SeatPlan>} seats @returns {Promise<T.Created>} */
export const importRecord = (record, seats) => json('/api/matches/import', { body: { record, seats } });
/** @param {{match: string, key: string}[]} keys @returns {Promise<(T.Summary | null)[]>} */
export const lookup = keys => json('/api/lookup', { body: { keys } });
/** @param {string} id @param {string} invitation @returns {Promise<{seat: string, key: string}>} */
export const claim = (id, invitation) => json(`/api/matches/${part(id)}/claim`, { body: { invitation } });

/** One match, seen with one key. */
export class MatchApi {
  /** @param {string} id @param {string} key */
  constructor(id, key) {
    this.key = key;
    this.root = `/api/matches/${part(id)}`;
  }

  /** @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
  ask(path, body, signal) {
    /** @type {Call} */
    const call = { key: this.key };
    if (body !== undefined) call.body = body;
    if (signal) call.signal = signal;
    return json(this.root + path, call);
  }

  /** @returns {Promise<T.Summary>} */
  summary() {
    return this.ask('');
  }
  /** @param {string[]} overlays @param {number | null} [at] @param {AbortSignal} [signal] @param {string | null} [eyes] @returns {Promise<T.Table>} */
  table(overlays, at = null, signal, eyes = null) {
    return this.ask(`/table${query({ at, eyes, overlays: overlays.join() })}`, undefined, signal);
  }
  /** @param {number} from @param {string | null} [eyes] @returns {Promise<T.LogLine[]>} */
  log(from, eyes = null) {
    return this.ask(`/log${query({ from, eyes })}`);
  }
  /** Remembers what whoever sits here has seen. @param {number} moves @returns {Promise<T.Summary>} */
  seen(moves) {
    return json(`${this.root}/seen`, { key: this.key, body: { moves }, keepalive: true });
  }
  /** @param {'choices' | 'undo' | 'staff' | 'resign'} act @param {object} body @param {string[]} overlays @returns {Promise<T.Table>} */
  act(act, body, overlays) {
    return this.ask(`/${act}${query({ overlays: overlays.join() })}`, body);
  }
  /** @returns {Promise<T.Ordered>} */
  orders() {
    return this.ask('/orders');
  }
  /** @param {Record<string, string | null>} orders @returns {Promise<T.Table>} */
  order(orders) {
    return this.ask('/orders', { orders });
  }
  /** @returns {Promise<T.Advice>} */
  advice() {
    return this.ask('/advice');
  }
  /** @param {string} choice @param {AbortSignal} signal @returns {Promise<T.Prospect[]>} */
  outlook(choice, signal) {
    return this.ask(`/outlook${query({ choice })}`, undefined, signal);
  }
  /** @param {string} space @param {number | null} at @param {AbortSignal} signal @returns {Promise<{lines: string[]}>} */
  space(space, at, signal) {
    return this.ask(`/spaces/${part(space)}${query({ at })}`, undefined, signal);
  }
  /** @returns {Promise<T.Moment[]>} */
  moments() {
    return this.ask('/moments');
  }
  /** @returns {Promise<T.Story>} */
  story() {
    return this.ask('/story');
  }
  /** @returns {Promise<string>} */
  async record() {
    return (await raw(`${this.root}/record`, { key: this.key, accept: 'text/plain' })).text();
  }
  /** @param {number} at @returns {Promise<T.Created>} */
  branch(at) {
    return this.ask('/branch', { at });
  }
  /** @param {string} name */
  name(name) {
    return this.ask('/name', { name });
  }
  /** @returns {Promise<T.Remark[]>} */
  chat() {
    return this.ask('/chat');
  }
  /** @param {string} text */
  say(text) {
    return this.ask('/chat', { text });
  }
  /** @param {AbortSignal} signal */
  events(signal) {
    return raw(`${this.root}/events`, { key: this.key, signal, accept: 'text/event-stream' });
  }
}
