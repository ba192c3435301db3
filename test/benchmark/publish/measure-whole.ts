import { stages } from '../../../infra/stages/stages.ts';
import type { BenchSettings } from '../bench-settings.ts';
import { benchmarkNetwork, sampleModels } from '../network/benchmark-network.ts';
import type { Measurement, Target } from '../report/bench-report.ts';
import { holdAgainst, measurementOf } from '../report/targets.ts';
import { publishWhole } from './whole-publication.ts';

const timeName = 'a publication, from the scan to the manifest';
const memoryName = 'the most memory held by the process that publishes';
const publisher = 'publisher';

/** The whole publisher, once: at 1,000,000 locations that takes minutes. */
export const measureWhole = async (size: number, settings: BenchSettings): Promise<Measurement[]> => {
  const { localities, sampleTowns, say } = settings;
  say(`publish, ${size}: a whole publication`);
  const network = benchmarkNetwork(size, localities.all, sampleModels(sampleTowns));
  const { seconds, processorSeconds, peakMegabytes, storedMegabytes } = await publishWhole(network);
  const common = { part: 'publish', contender: publisher, size, measured: 1 } as const;
  return [
    { ...common, what: timeName, unit: 's', p50: seconds },
    { ...common, what: timeName, contender: 'its processor time', unit: 's', p50: processorSeconds },
    { ...common, what: memoryName, unit: 'MB', p50: peakMegabytes },
    { ...common, what: 'catalogues and files of a version, as stored', unit: 'MB', p50: storedMegabytes },
  ];
};

/**
 * Half of what the publisher has: the rest keeps its temporary files quick, and leaves room for larger records. The
 * network of a whole country takes less.
 */
const mostMegabytes = stages.prod.memoryMegabytes.publisher / 2;
const mostMegabytesOf = new Map([[21_000, 400]]);

/** What is promised of whole publications. */
export const wholeTargets = (all: readonly Measurement[], sizes: readonly number[]): Target[] =>
  sizes.flatMap((size) => {
    const memory = measurementOf(all, memoryName, publisher, size);
    const promised = mostMegabytesOf.get(size) ?? mostMegabytes;
    const promise = { against: '', unit: 'MB', bound: 'at most', promised } as const;
    const what = 'publication, peak memory';
    return memory ? [holdAgainst({ part: 'publish', what, size, ...promise }, memory.p50)] : [];
  });
