// As much of TOML as our tables are written in: enough to lay them out, never to decide anything by them.

/** @typedef {string | number | boolean} Scalar */
/** @typedef {{[key: string]: Value}} Dictionary */
/** @typedef {Scalar | Array<any> | Dictionary} Value */

class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  get here() {
    return this.text[this.at] ?? '';
  }

  /** Over blanks, and over line ends and comments where those may stand. @param {boolean} lines */
  skip(lines) {
    const blank = lines ? /(?:[ \t\r\n]|#[^\n]*)*/y : /[ \t]*/y;
    blank.lastIndex = this.at;
    this.at += blank.exec(this.text)?.[0].length ?? 0;
  }

  /** @param {RegExp} sticky @returns {RegExpExecArray} */
  take(sticky) {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (!found) throw new SyntaxError(`unexpected text at ${this.at}`);
    this.at += found[0].length;
    return found;
  }

  /** @returns {string[]} */
  key() {
    const parts = [];
    do {
      this.skip(false);
      if (this.here === '.') this.at += 1;
      this.skip(false);
      parts.push(this.here === '"' || this.here === "'" ? String(this.string()) : this.take(/[A-Za-z0-9_-]+/y)[0]);
      this.skip(false);
    } while (this.here === '.');
    return parts;
  }

  string() {
    const long = this.text.slice(this.at, this.at + 3);
    if (long === '"""' || long === "'''") {
      const end = this.text.indexOf(long, this.at + 3);
      const body = this.text.slice(this.at + 3, end);
      this.at = end + 3;
      return body.replace(/^\n/, '');
    }
    if (this.here === "'") return this.take(/'([^']*)'/y)[1] ?? '';
    return JSON.parse(this.take(/"(?:[^"\\]|\\.)*"/y)[0]);
  }

  /** @returns {Value} */
  value() {
    if (this.here === '"' || this.here === "'") return this.string();
    if (this.here === '[') return this.array();
    if (this.here === '{') return this.inline();
    const word = this.take(/[^,\]}\s#]+/y)[0];
    if (word === 'true' || word === 'false') return word === 'true';
    const number = Number(word.replaceAll('_', ''));
    return Number.isNaN(number) ? word : number;
  }

  array() {
    /** @type {Value[]} */
    const items = [];
    this.at += 1;
    for (this.skip(true); this.here !== ']'; this.skip(true)) {
      items.push(this.value());
      this.skip(true);
      if (this.here === ',') this.at += 1;
    }
    this.at += 1;
    return items;
  }

  inline() {
    /** @type {Dictionary} */
    const table = {};
    this.at += 1;
    for (this.skip(true); this.here !== '}'; this.skip(true)) {
      this.pair(table);
      this.skip(true);
      if (this.here === ',') this.at += 1;
    }
    this.at += 1;
    return table;
  }

  /** @param {Dictionary} table */
  pair(table) {
    const path = this.key();
    this.take(/[ \t]*=[ \t]*/y);
    const last = path.pop() ?? '';
    enter(table, path)[last] = this.value();
  }
}

/** @param {Dictionary} root @param {string[]} path @returns {Dictionary} */
function enter(root, path) {
  let table = root;
  for (const name of path) {
    const next = table[name] ?? (table[name] = {});
    table = /** @type {Dictionary} */ (Array.isArray(next) ? next.at(-1) : next);
  }
  return table;
}

/** @param {string} text @returns {Dictionary} */
export function parse(text) {
  const reader = new Reader(text);
  /** @type {Dictionary} */
  const root = {};
  let table = root;
  for (reader.skip(true); reader.at < text.length; reader.skip(true)) {
    if (reader.here !== '[') {
      reader.pair(table);
      continue;
    }
    const many = text[reader.at + 1] === '[';
    reader.at += many ? 2 : 1;
    const path = reader.key();
    reader.at += many ? 2 : 1;
    if (!many) {
      table = enter(root, path);
      continue;
    }
    const last = path.pop() ?? '';
    const holder = enter(root, path);
    const before = holder[last];
    table = {};
    holder[last] = Array.isArray(before) ? [...before, table] : [table];
  }
  return root;
}
