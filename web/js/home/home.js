// Home: the games, my matches, and a record to go on with.

import * as api from '../api.js';
import { Plane } from '../board/geometry.js';
import { picture } from '../board/sea.js';
import { h } from '../dom.js';
import { themeButton } from '../theme.js';
import { importForm } from './import.js';
import { matchList } from './matches.js';
/** @import {GameInfo} from '../types.js' */

/** @param {GameInfo} game */
async function gameCard(game) {
  const board = await api.board(game.id);
  const plane = new Plane(board);
  const seats = game.seats.length === 1 ? 'one player' : `${game.seats.length} players`;
  return h(
    'article',
    { class: 'game-card' },
    plane.empty
      ? null
      : h(
          'a',
          { href: `/new/${game.id}`, 'data-link': '', tabindex: -1, 'aria-hidden': 'true' },
          picture(board, plane, `Board of ${game.title}`),
        ),
    h(
      'div',
      { class: 'game-words' },
      h('h3', {}, game.title),
      h('p', { class: 'fine' }, `${game.published} · ${seats} · ${game.scenarios.length} scenarios`),
      h('p', {}, game.about),
      h(
        'div',
        { class: 'row' },
        h('a', { class: 'button primary', href: `/new/${game.id}`, 'data-link': '', 'data-do': 'new' }, 'New game'),
        game.tutorial
          ? h(
              'a',
              { class: 'button', href: `/new/${game.id}?tutorial`, 'data-link': '', 'data-do': 'tutorial' },
              'First game: a lesson',
            )
          : null,
      ),
    ),
  );
}

/** @param {(path: string) => void} go */
export async function homePage(go) {
  document.title = 'Derby House';
  const games = await api.games();
  const [cards, mine] = await Promise.all([Promise.all(games.map(gameCard)), matchList()]);
  return h(
    'div',
    { class: 'home' },
    h(
      'header',
      { class: 'home-head' },
      h(
        'div',
        {},
        h('h1', {}, 'Derby House'),
        h(
          'p',
          {},
          'Board wargames of the convoy war, refereed. Sit down: the table deals, counts, and explains itself.',
        ),
      ),
      h('div', { class: 'tools' }, themeButton()),
    ),
    h(
      'main',
      {},
      mine,
      h('section', { class: 'games', 'aria-label': 'Games' }, h('h2', {}, 'Games'), ...cards),
      importForm(go),
    ),
  );
}
