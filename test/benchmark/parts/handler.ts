import type { BenchSettings } from '../bench-settings.ts';
import { askedAround, handlerNames, handlerRunners } from '../handler/handler-runners.ts';
import { interleaved, type Timing } from '../measure/interleaved-rounds.ts';
import { benchmarkNetwork, sampleModels } from '../network/benchmark-network.ts';
import { drawPlaces } from '../network/draw-places.ts';
import type { PartReport, Target } from '../report/bench-report.ts';
import { holdAgainst } from '../report/targets.ts';

const centreSeed = 2_000;
const strayKm = 10;
const budgetMilliseconds = 2_000;
const least = 20;

/** Microseconds. */
const mostWithout = 5;
const mostWith = 20;

const targetsOf = (timings: readonly Timing[]): Target[] => {
  const p50Of = (wanted: string) => timings.find(({ name }) => name === wanted)?.p50 ?? Number.NaN;
  const held = (what: string, index: string, promised: number) =>
    holdAgainst(
      { part: 'handler', what, against: 'the catalogue alone', unit: 'µs more', bound: 'at most', promised },
      p50Of(what) - p50Of(index),
    );
  return [
    held(handlerNames.streamed, handlerNames.streamedIndex, mostWithout),
    held(handlerNames.buffered, handlerNames.bufferedIndex, mostWithout),
    held(handlerNames.enveloped, handlerNames.bufferedIndex, mostWith),
  ];
};

/** What handlers take beyond the search itself, five locations an answer, on the smallest of the networks. */
export const handlerPart = async (settings: BenchSettings): Promise<PartReport> => {
  const { localities, rounds, centres, sampleTowns, sizes, say } = settings;
  const [size = 0] = sizes;
  say(`handler, ${size}: opens the catalogues`);
  const runners = handlerRunners(benchmarkNetwork(size, localities.all, sampleModels(sampleTowns)));
  const asked = drawPlaces(localities.all, centreSeed, strayKm)
    .take(centres * (rounds + 1))
    .map(askedAround)
    .toArray();
  say(`handler, ${size}: times them`);
  const timings = await interleaved(runners, (round) => asked.slice(round * centres, (round + 1) * centres), {
    rounds,
    budgetMilliseconds,
    least,
  });
  return {
    measurements: timings.map(({ name: contender, ...timing }) => ({
      part: 'handler',
      what: 'an answer of five locations',
      contender,
      size,
      unit: 'µs',
      ...timing,
    })),
    checks: [],
    targets: targetsOf(timings),
    leftOut: [],
  };
};
