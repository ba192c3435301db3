import type { Check, Measurement, Target } from '../report/bench-report.ts';
import { holdAgainst, measurementOf } from '../report/targets.ts';
import { ownName } from './contenders/own-index.ts';
import { firstAskedName } from './first-asked-totals.ts';
import { nearestFive, nearestMany, type SearchKind, totalWithin } from './search-kinds.ts';

/** How many times faster than each contender a search must be. */
const promised: readonly [SearchKind, string, number][] = [
  [nearestFive, 'PostGIS', 100],
  [nearestFive, 'geokdbush', 4],
  [nearestMany, 'PostGIS', 10],
  [nearestMany, 'geokdbush', 0.8],
  [totalWithin, 'PostGIS', 500],
  [totalWithin, 'geoflatbush', 25],
];

const mostGrowth = 2.5;
const mostMicrosecondsFiltered = 2_000;

const fasterTargets = (all: readonly Measurement[], size: number): Target[] =>
  promised.flatMap(([{ name: what }, against, times]) => {
    const own = measurementOf(all, what, ownName, size)?.p50;
    // A server is timed as an index is, from question to answer; what it takes by itself is listed beside it.
    const other = measurementOf(all, what, against, size)?.p50;
    if (own === undefined || other === undefined) return [];
    return [
      holdAgainst({ part: 'search', what, size, against, bound: 'at least', promised: times }, other / own),
    ];
  });

const growthTargets = (all: readonly Measurement[], sizes: readonly number[]): Target[] => {
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  const [few, many] = [smallest, largest].map(
    (size) => measurementOf(all, nearestFive.name, ownName, size)?.p50,
  );
  if (few === undefined || many === undefined || smallest === largest) return [];
  const against = `itself at ${smallest}`;
  const bound = 'at most';
  return [
    holdAgainst(
      { part: 'search', what: nearestFive.name, size: largest, against, bound, promised: mostGrowth },
      many / few,
    ),
  ];
};

const filteredTargets = (all: readonly Measurement[], size: number): Target[] => {
  const own = measurementOf(all, firstAskedName, ownName, size)?.p50;
  const promise = {
    against: '',
    unit: 'ms',
    bound: 'at most',
    promised: mostMicrosecondsFiltered / 1_000,
  } as const;
  return own === undefined
    ? []
    : [holdAgainst({ part: 'search', what: firstAskedName, size, ...promise }, own / 1_000)];
};

const correctness = (checks: readonly Check[]): Target[] => {
  const own = checks.filter(({ contender }) => contender === ownName);
  if (own.length === 0) return [];
  const asked = Math.min(...own.map(({ centres }) => centres));
  const mismatches = own.reduce((sum, check) => sum + check.mismatches, 0);
  return [
    holdAgainst(
      {
        part: 'search',
        what: `mismatches around ${asked} random centres a query kind`,
        against: 'brute force',
        unit: '',
        bound: 'at most',
        promised: 0,
      },
      mismatches,
    ),
  ];
};

/** What is promised of searches, as far as it was measured. */
export const searchTargets = (
  all: readonly Measurement[],
  checks: readonly Check[],
  sizes: readonly number[],
): Target[] => [
  ...sizes.flatMap((size) => fasterTargets(all, size)),
  ...growthTargets(all, sizes),
  ...sizes.flatMap((size) => filteredTargets(all, size)),
  ...correctness(checks),
];
