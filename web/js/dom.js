// Elements in one call, and lists that keep their elements.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Props */

/**
 * @param {Element} el
 * @param {Props} props
 */
export function set(el, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on') && typeof value === 'function') {
      el.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === 'value' && 'value' in el) {
      /** @type {HTMLInputElement} */ (el).value = String(value);
    } else if (value === null || value === undefined || value === false) {
      el.removeAttribute(name);
    } else {
      const text = value === true ? (name.startsWith('aria-') ? 'true' : '') : String(value);
      if (el.getAttribute(name) !== text) el.setAttribute(name, text);
    }
  }
}

/**
 * @param {Element} el
 * @param {Child[]} children
 */
export function add(el, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    el.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  set(el, props);
  add(el, children);
  return el;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
  const el = document.createElementNS(SVG, tag);
  set(el, props);
  add(el, children);
  return el;
}

/**
 * Replaces what is in an element.
 * @param {Element} el
 * @param {...Child} children
 */
export function fill(el, ...children) {
  el.replaceChildren();
  add(el, children);
}

/**
 * Makes the children of `parent` those of `items`, in order, keeping the element of each key.
 * @template T
 * @template {Element} E
 * @param {Element} parent
 * @param {Map<string, E>} kept what is there now, by key; kept up to date
 * @param {T[]} items
 * @param {(item: T) => string} key
 * @param {(item: T) => E} make
 * @param {(el: E, item: T) => void} [update]
 */
export function keyed(parent, kept, items, key, make, update) {
  const gone = new Set(kept.keys());
  /** @type {Element | null} */
  let before = null;
  for (const item of items) {
    const name = key(item);
    let el = kept.get(name);
    if (!el) {
      el = make(item);
      kept.set(name, el);
    }
    gone.delete(name);
    if (update) update(el, item);
    /** @type {Element | null} */
    const place = before ? before.nextElementSibling : parent.firstElementChild;
    if (place !== el) parent.insertBefore(el, place);
    before = el;
  }
  for (const name of gone) {
    kept.get(name)?.remove();
    kept.delete(name);
  }
}

/**
 * Calls back once things have been quiet for a while.
 * @template {unknown[]} A
 * @param {number} ms
 * @param {(...args: A) => void} fn
 */
export function debounce(ms, fn) {
  let timer = 0;
  const later = (/** @type {A} */ ...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => fn(...args), ms);
  };
  later.stop = () => clearTimeout(timer);
  return later;
}

/** A key as it is shown. @param {string} name */
export const kbd = name => h('kbd', { 'aria-hidden': 'true' }, name);

/** Enter and space press what is no button by birth. @param {KeyboardEvent} event @param {() => void} press */
export function pressed(event, press) {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  press();
}
