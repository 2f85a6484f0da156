// A first game, taken by the hand: a bubble that says, points and waits.

import { tutorial } from '../api.js';
import { fill, h } from '../dom.js';
import { setTaste, taste } from '../keys.js';
import { toggleLayer } from './past.js';
/** @import {Desk} from './desk.js' */
/** @import {State} from './state.js' */
/** @import {Rich} from './rich.js' */
/** @import {BoardView} from '../board/board.js' */
/** @import {Lesson, Tutorial} from '../types.js' */

/** @param {Desk} desk @param {BoardView} map @param {Rich} rich */
export function tutorialBubble(desk, map, rich) {
  const el = h('aside', { class: 'bubble', role: 'note', 'aria-live': 'polite', 'aria-label': 'Lesson', hidden: true });
  const place = `lesson.${desk.state.summary.id}`;
  /** @type {Tutorial | null} */
  let course = null;
  let step = taste(place, 0);
  let drawn = '';
  let moves = desk.state.table.moves;

  if (desk.state.summary.tutorial) {
    tutorial(desk.game.id).then(
      found => {
        course = found;
        render(desk.state);
      },
      error => desk.refuse(error),
    );
  }

  /** @param {number} to */
  function go(to) {
    step = to;
    setTaste(place, to);
    drawn = '';
    render(desk.state);
    enter();
  }

  /** Switches on what the step speaks of and brings it into sight. */
  function enter() {
    const lesson = course?.steps[step];
    if (lesson?.overlay && !desk.state.overlays.includes(lesson.overlay)) void toggleLayer(desk, lesson.overlay);
    const space = lesson && spaceOf(lesson);
    if (space) map.highlight(space, true);
  }

  /** @param {Lesson} lesson */
  function spaceOf({ look }) {
    if (!look || look === 'button') return null;
    if ('space' in look) return look.space;
    return desk.state.table.scene.pieces.find(piece => piece.id === look.piece)?.space ?? null;
  }

  /** @param {State} now @param {Lesson} lesson */
  function controls(now, lesson) {
    const back = h('button', { type: 'button', disabled: step === 0, onclick: () => go(step - 1) }, 'Back');
    const leave = h(
      'button',
      { type: 'button', class: 'quiet', onclick: () => go(course?.steps.length ?? 0) },
      'Leave',
    );
    if (!lesson.expect)
      return [
        leave,
        back,
        h(
          'button',
          { type: 'button', class: 'primary', 'data-do': 'next-lesson', onclick: () => go(step + 1) },
          'Next',
        ),
      ];
    const offer = now.table.scene.prompt?.offers.find(one => one.choice === lesson.expect);
    if (offer)
      return [
        leave,
        back,
        h(
          'button',
          { type: 'button', 'data-do': 'next-lesson', onclick: () => void desk.choose(offer) },
          'Do it for me',
        ),
      ];
    return [
      leave,
      h('span', { class: 'none' }, 'The lesson wants another choice here.'),
      now.table.may_undo
        ? h('button', { type: 'button', onclick: () => void desk.undo() }, 'Take it back')
        : h('button', { type: 'button', onclick: () => go(step + 1) }, 'Go on'),
    ];
  }

  /** @param {State} now */
  function render(now) {
    const done = now.table.moves > moves;
    moves = now.table.moves;
    const waited = course?.steps[step]?.expect;
    if (done && waited && desk.made === waited) return go(step + 1);
    const lesson = course?.steps[step];
    el.hidden = !course || !lesson || now.past !== null || now.table.over !== null;
    const hint = el.hidden ? null : (lesson?.expect ?? null);
    if (hint !== now.hint) desk.set({ hint });
    if (!course || !lesson || el.hidden) return;
    const signature = `${step} ${now.table.version}`;
    if (signature === drawn) return;
    const fresh = drawn === '';
    drawn = signature;
    el.classList.toggle('at-prompt', lesson.look === 'button');
    fill(
      el,
      h('p', { class: 'steps' }, `${course.title} · ${step + 1} of ${course.steps.length}`),
      h('p', {}, ...rich.text(lesson.text)),
      h('div', { class: 'row end' }, ...controls(now, lesson)),
    );
    if (fresh) enter();
    follow();
  }

  /** Keeps beside what it points at. */
  function follow() {
    const lesson = course?.steps[step];
    const space = lesson && spaceOf(lesson);
    const at = space ? map.where(space) : null;
    el.classList.toggle('pointing', at !== null);
    const frame = el.parentElement?.getBoundingClientRect();
    if (!at || !frame) {
      el.style.removeProperty('transform');
      return;
    }
    const x = at.x + 40 + el.offsetWidth < frame.width ? at.x + 40 : at.x - 40 - el.offsetWidth;
    const y = Math.min(Math.max(8, at.y - 30), frame.height - el.offsetHeight - 8);
    el.style.transform = `translate(${Math.round(Math.max(8, x))}px, ${Math.round(y)}px)`;
  }

  return { el, render, follow };
}
