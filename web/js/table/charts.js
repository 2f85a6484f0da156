// Small charts of our own.

import { h, svg } from '../dom.js';
/** @import {Chart, Series} from '../types.js' */

const [WIDTH, HEIGHT] = [340, 190];
const MARGIN = { left: 38, right: 8, top: 10, bottom: 34 };

/** A round step for an axis. @param {number} span */
function step(span) {
  const rough = span / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map(n => n * power).find(n => n >= rough) ?? rough;
}

/** @param {Chart} chart */
function scales(chart) {
  const values = chart.series.flatMap(series => series.values);
  const [least, most] = [Math.min(0, ...values), Math.max(1, ...values)];
  const by = step(most - least);
  const [low, high] = [Math.floor(least / by) * by, Math.ceil(most / by) * by];
  const inner = { width: WIDTH - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
  const slot = inner.width / Math.max(1, chart.x.length);
  return {
    slot,
    low,
    high,
    by,
    x: (/** @type {number} */ n) => MARGIN.left + (n + 0.5) * slot,
    y: (/** @type {number} */ value) => MARGIN.top + inner.height * (1 - (value - low) / (high - low || 1)),
  };
}

/** @param {Chart} chart @param {ReturnType<typeof scales>} at */
function axes(chart, at) {
  const lines = [];
  for (let value = at.low; value <= at.high + at.by / 2; value += at.by) {
    lines.push(
      svg('path', {
        class: value === 0 ? 'axis' : 'rule-line',
        d: `M${MARGIN.left} ${at.y(value)}H${WIDTH - MARGIN.right}`,
      }),
    );
    lines.push(
      svg(
        'text',
        { class: 'tick', x: MARGIN.left - 5, y: at.y(value) + 3.5, 'text-anchor': 'end' },
        Number(value.toFixed(2)).toLocaleString(),
      ),
    );
  }
  const every = Math.ceil(chart.x.length / 12);
  const names = chart.x.map((name, n) =>
    n % every === 0
      ? svg('text', { class: 'tick', x: at.x(n), y: HEIGHT - MARGIN.bottom + 13, 'text-anchor': 'middle' }, name)
      : null,
  );
  const label = svg(
    'text',
    { class: 'tick', x: WIDTH - MARGIN.right, y: HEIGHT - 6, 'text-anchor': 'end' },
    chart.x_label,
  );
  const up = svg('text', { class: 'tick', x: 2, y: HEIGHT - 6 }, chart.y_label);
  return [...lines, ...names, label, up];
}

/** @param {Series} series @param {number} n @param {number} of @param {ReturnType<typeof scales>} at */
function bars(series, n, of, at) {
  const width = Math.max(1.5, (at.slot * 0.8) / of);
  const data = series.values.map((value, k) => {
    const left = at.x(k) - (width * of) / 2 + n * width;
    return `M${left.toFixed(1)} ${at.y(0).toFixed(1)}V${at.y(value).toFixed(1)}h${(width * 0.92).toFixed(1)}V${at.y(0).toFixed(1)}Z`;
  });
  return svg('path', { class: `bars ink-${n % 4}`, d: data.join('') });
}

/** @param {Series} series @param {number} n @param {ReturnType<typeof scales>} at */
function line(series, n, at) {
  const data = series.values.map((value, k) => `${at.x(k).toFixed(1)} ${at.y(value).toFixed(1)}`).join('L');
  return svg('path', { class: `curve ink-${n % 4} dash-${n % 4}`, d: `M${data}` });
}

/** @param {Chart} chart */
export function chartFigure(chart) {
  const at = scales(chart);
  const barred = chart.series.filter(series => series.kind === 'bar');
  const drawn = chart.series.map((series, n) =>
    series.kind === 'bar' ? bars(series, barred.indexOf(series), barred.length, at) : line(series, n, at),
  );
  const keys = chart.series.map((series, n) =>
    h(
      'li',
      {},
      svg(
        'svg',
        { class: 'key', viewBox: '0 0 22 10', 'aria-hidden': 'true' },
        series.kind === 'bar'
          ? svg('rect', { class: `bars ink-${barred.indexOf(series) % 4}`, x: 4, y: 0, width: 12, height: 10 })
          : svg('path', { class: `curve ink-${n % 4} dash-${n % 4}`, d: 'M0 5H22' }),
      ),
      series.label,
    ),
  );
  const picture = svg(
    'svg',
    {
      class: 'chart-picture',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': `${chart.title}. ${chart.note}`,
    },
    ...axes(chart, at),
    ...drawn,
  );
  return h(
    'figure',
    { class: 'figure-card' },
    h('figcaption', {}, h('h4', {}, chart.title), h('p', {}, chart.note)),
    picture,
    h('ul', { class: 'chart-keys' }, ...keys),
    numbers(chart),
  );
}

/** The same as figures, for those who do not see the picture. @param {Chart} chart */
function numbers(chart) {
  const head = h(
    'tr',
    {},
    h('th', {}, chart.x_label),
    ...chart.series.map(series => h('th', { scope: 'col' }, series.label)),
  );
  const rows = chart.x.map((name, n) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, name),
      ...chart.series.map(series => h('td', {}, Number((series.values[n] ?? 0).toFixed(2)).toLocaleString())),
    ),
  );
  return h(
    'details',
    {},
    h('summary', {}, 'Figures'),
    h('div', { class: 'scroll' }, h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows))),
  );
}
