import type { BenchSettings } from '../bench-settings.ts';
import { handlerNames, timedFunctions } from '../handler/handler-runners.ts';
import { timeInOwnProcess } from '../handler/time-in-own-process.ts';
import type { Timing } from '../measure/interleaved-rounds.ts';
import type { PartReport, Target } from '../report/bench-report.ts';
import { holdAgainst } from '../report/targets.ts';

/** Microseconds. */
const mostWithout = 5;
const mostWith = 20;

const targetsOf = (timings: readonly Timing[]): Target[] => {
  const p50Of = (wanted: string) => timings.find(({ name }) => name === wanted)?.p50 ?? Number.NaN;
  const held = (what: string, against: string, others: readonly string[], promised: number) =>
    holdAgainst(
      { part: 'handler', what, against, unit: 'µs more', bound: 'at most', promised },
      others.reduce((more, other) => more - p50Of(other), p50Of(what)),
    );
  const { streamed, sink, nearCatalogue, plain, enveloped, postcodeCatalogue } = handlerNames;
  const catalogue = 'the catalogue alone';
  return [
    held(streamed, `${catalogue}, and the stream alone`, [nearCatalogue, sink], mostWithout),
    held(plain, catalogue, [postcodeCatalogue], mostWithout),
    held(enveloped, catalogue, [postcodeCatalogue], mostWith),
  ];
};

/** What handlers take beyond the search itself, five locations an answer, on the smallest of the networks. */
export const handlerPart = async (settings: BenchSettings): Promise<PartReport> => {
  const { localities, rounds, centres, sampleTowns, sizes, say } = settings;
  const [size = 0] = sizes;
  const timings: Timing[] = [];
  for (const timed of timedFunctions) {
    say(`handler, ${size}: times ${timed}`);
    const task = { timed, localities: localities.all, size, centres, rounds, sampleTowns };
    timings.push(...(await timeInOwnProcess(task)));
  }
  if (timings.length === 0) {
    return {
      measurements: [],
      checks: [],
      targets: [],
      leftOut: ['handlers: no postcode has five locations'],
    };
  }
  return {
    measurements: timings.map(({ name: contender, ...timing }) => ({
      part: 'handler',
      what: 'an answer of five locations, the mean of ten',
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
