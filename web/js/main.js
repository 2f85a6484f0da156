// The way in: which page is shown, and how one goes from one to another without loading.

import { claim, sentence } from './api.js';
import { fill, h } from './dom.js';
import { homePage } from './home/home.js';
import { newGamePage } from './home/new-game.js';
import { heldFor, hold } from './keys.js';
import { curtainPage } from './table/curtain.js';
import { openTable } from './table/table.js';
import { wearTheme } from './theme.js';

const app = /** @type {HTMLElement} */ (document.getElementById('app'));
let leave = () => {};
let turn = 0;

/** @param {string} path */
function go(path) {
  history.pushState(null, '', path);
  void show();
}

/** The key of a match: from the link, or from what this browser holds. @param {string} id */
async function keyFor(id) {
  const given = new URLSearchParams(location.hash.slice(1));
  const mine = heldFor(id);
  const invitation = given.get('i');
  // Whoever gave the invitation out only looks at the match with it.
  if (invitation && !mine?.invitations) {
    const { seat, key } = await claim(id, invitation);
    hold({ ...mine, match: id, key, keys: { ...mine?.keys, [seat]: key }, since: Date.now() });
    history.replaceState(null, '', `/match/${id}`);
    return key;
  }
  const key = given.get('k');
  if (!key) return mine?.key ?? null;
  // A link to watch does not replace the seat one has.
  if (!mine) {
    hold({ match: id, key, since: Date.now() });
    history.replaceState(null, '', `/match/${id}`);
  }
  return key;
}

/** @param {string} id */
async function matchPage(id) {
  const key = await keyFor(id);
  if (!key) throw new Error('This browser has no key to that match. Ask for a link to it.');
  return (await curtainPage(id, go)) ?? openTable(id, key, go);
}

/** @param {string} text */
const failure = text =>
  h(
    'main',
    { class: 'failure' },
    h('h1', {}, 'Derby House'),
    h('p', { role: 'alert' }, text),
    h('p', {}, h('a', { href: '/', 'data-link': '' }, 'To the games')),
  );

async function show() {
  const mine = ++turn;
  leave();
  leave = () => {};
  const [place = '', name = ''] = location.pathname.split('/').slice(1).map(decodeURIComponent);
  try {
    if (place === 'match') {
      fill(app, h('p', { class: 'loading', role: 'status' }, 'Laying out the table…'));
      const page = await matchPage(name);
      if (mine !== turn) return page.leave();
      leave = page.leave;
      fill(app, page.el);
    } else {
      const page = place === 'new' ? await newGamePage(name, go) : await homePage(go);
      if (mine === turn) fill(app, page);
    }
  } catch (error) {
    if (mine === turn) fill(app, failure(sentence(error)));
  }
  window.scrollTo(0, 0);
}

document.addEventListener('click', event => {
  const link = event.target instanceof Element ? event.target.closest('a[data-link]') : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link.getAttribute('href') ?? '/');
});
window.addEventListener('popstate', () => void show());
wearTheme();
void show();
