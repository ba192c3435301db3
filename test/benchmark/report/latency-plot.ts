import { formatAmount, wholeNumber } from './print-report.ts';
import type { Measurement } from './report.ts';

// Distinct for colour-blind readers too (Okabe and Ito), and visible on white and on black.
const colours = ['#d55e00', '#0072b2', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8a8a8a', '#7b5bd6'];

const width = 380;
const height = 300;
const left = 56;
const right = 32;
const top = 34;
const bottom = 44;
const legendLine = 20;
const legendColumns = 4;
const panelColumns = 3;

const style = `text{font:12px system-ui,sans-serif;fill:#57606a}.title{font-weight:600;fill:#24292f}
.grid{stroke:#8c959f;stroke-opacity:.3}.line{fill:none;stroke-width:2}.own{stroke-width:4}
@media(prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}}`;

/**
 * Draws median latency against the size of the network as an SVG, with a panel for each kind of search and logarithmic
 * axes. It is readable on light and on dark backgrounds. Without measurements it is empty.
 */
export const latencyPlot = (measurements: readonly Measurement[], own: string): string => {
  const kinds = [...new Set(measurements.map(({ what }) => what))];
  const contenders = [...new Set(measurements.map(({ contender }) => contender))];
  const colourOf = (contender: string) =>
    colours[contenders.indexOf(contender) % colours.length] ?? '#8a8a8a';
  const drawing = { colourOf, own };
  const panelsHigh = Math.ceil(kinds.length / panelColumns) * height;
  const wide = Math.max(1, Math.min(panelColumns, kinds.length)) * width;
  const high = panelsHigh + 20 + Math.ceil(contenders.length / legendColumns) * legendLine;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" role="img">`,
    '<title>Median latency of searches against the number of locations</title>',
    `<style>${style}</style>`,
    ...kinds.flatMap((what, index) => [
      `<g transform="translate(${(index % panelColumns) * width} ${Math.floor(index / panelColumns) * height})">`,
      ...panel(
        what,
        measurements.filter((each) => each.what === what),
        drawing,
      ),
      '</g>',
    ]),
    ...legend(contenders, panelsHigh + 16, drawing),
    '</svg>',
    '',
  ].join('\n');
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const text = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${more}>${escaped(words)}</text>`;

const scaffold = (across: LogAxis, up: LogAxis, sizes: readonly number[]): string[] => [
  ...up.decades.flatMap((value) => [
    `<path class="grid" d="M${left} ${up.at(value).toFixed(1)}H${width - right}"/>`,
    text(left - 6, up.at(value) + 4, formatAmount(value, 'µs'), ' text-anchor="end"'),
  ]),
  ...sizes.flatMap((size) => [
    `<path class="grid" d="M${across.at(size).toFixed(1)} ${top}V${height - bottom}"/>`,
    text(across.at(size), height - bottom + 16, wholeNumber(size), ' text-anchor="middle"'),
  ]),
  text((left + width - right) / 2, height - 8, 'locations', ' text-anchor="middle"'),
];

interface Drawing {
  readonly colourOf: (contender: string) => string;
  readonly own: string;
}

const panel = (what: string, all: readonly Measurement[], { colourOf, own }: Drawing): string[] => {
  const sizes = [...new Set(all.flatMap(({ size }) => size ?? []))].sort((a, b) => a - b);
  const across = logAxis(sizes, left, width - right);
  const up = logAxis(
    all.map(({ p50 }) => p50),
    height - bottom,
    top,
  );
  const contenders = [...new Set(all.map(({ contender }) => contender))];
  // Our own line is drawn last, over the others.
  const lines = contenders
    .sort((one, other) => Number(one === own) - Number(other === own))
    .flatMap((contender) => {
      const points = sizes.flatMap((size) => {
        const found = all.find((each) => each.contender === contender && each.size === size);
        return found ? [`${across.at(size).toFixed(1)},${up.at(found.p50).toFixed(1)}`] : [];
      });
      const colour = colourOf(contender);
      const marks = points.map((point) => {
        const [x, y] = point.split(',');
        return `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`;
      });
      const kind = contender === own ? 'line own' : 'line';
      return [`<polyline class="${kind}" stroke="${colour}" points="${points.join(' ')}"/>`, ...marks];
    });
  return [text(left, 20, what, ' class="title"'), ...scaffold(across, up, sizes), ...lines];
};

const legend = (contenders: readonly string[], y: number, { colourOf }: Drawing): string[] =>
  contenders.flatMap((contender, index) => {
    const x = left + (index % legendColumns) * 260;
    const line = y + Math.floor(index / legendColumns) * legendLine;
    return [
      `<path class="line" stroke="${colourOf(contender)}" d="M${x} ${line - 4}h22"/>`,
      text(x + 28, line, contender),
    ];
  });

/** Maps values to positions on an axis on which every power of ten has the same length. */
interface LogAxis {
  readonly at: (value: number) => number;
  /** The powers of ten on it. */
  readonly decades: readonly number[];
}

/** Creates an axis from `from` (the decade of the smallest value) to `to`, in units of the drawing. */
const logAxis = (values: readonly number[], from: number, to: number): LogAxis => {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    at: (value) => from + ((Math.log10(value) - first) / (last - first)) * (to - from),
    decades: Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)),
  };
};
