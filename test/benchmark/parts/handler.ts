import { pointsView } from '../../../functions/locations-v2/published-points.ts';
import { workCentresView } from '../../../functions/locations-v3/published-work-centres.ts';
import { openSnapshot } from '../../../shared/data-access/publishing/snapshot/open-snapshot.ts';
import type { LocationCatalogue } from '../../../shared/domain/location/location-catalogue.ts';
import type { KeptPoint } from '../../../shared/wire/locations-v2/kept-point.ts';
import { expectedOf } from '../../support/snapshot-of.ts';
import type { BenchSettings } from '../bench-settings.ts';
import { type AskedSearch, askedSearch, five } from '../handler/asked-search.ts';
import { handlerNames, handlerRunners, type ReadyCatalogues } from '../handler/handler-runners.ts';
import { interleaved, type Timing } from '../measure/interleaved-rounds.ts';
import { type BenchmarkNetwork, benchmarkNetwork, sampleModels } from '../network/benchmark-network.ts';
import { drawPlaces } from '../network/draw-places.ts';
import type { PartReport, Target } from '../report/bench-report.ts';
import { holdAgainst } from '../report/targets.ts';
import { bytesOf } from '../snapshot/stored-networks.ts';

const centreSeed = 2_000;
const strayKm = 10;
/** Searches that are timed together: few enough that the collector and other processes seldom come between. */
const batchSize = 10;
/** So often everything is asked before it counts: by then the compiler is through with it. */
const warmingBatches = 2_000;
const budgetMilliseconds = 5_000;
const least = 20;

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

const readyCatalogues = (network: BenchmarkNetwork): ReadyCatalogues => {
  const points = bytesOf(network, 'snapshot of points');
  const workCentres = bytesOf(network, 'snapshot of work centres');
  return {
    points: openSnapshot(points, expectedOf(points), pointsView.readLine),
    workCentres: openSnapshot(workCentres, expectedOf(workCentres), workCentresView.readLine),
  };
};

const postcodesOfFive = (points: LocationCatalogue<KeptPoint>): string[] =>
  Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0')).filter(
    (postcode) => points.byPostcode(postcode, {}).length === five,
  );

const inBatches = (asked: readonly AskedSearch[], count: number): AskedSearch[][] =>
  Array.from({ length: count }, (_, batch) =>
    Array.from({ length: batchSize }, (_unused, place) => asked[(batch * batchSize + place) % asked.length]),
  ).map((batch) => batch.filter((each) => each !== undefined));

/** What handlers take beyond the search itself, five locations an answer, on the smallest of the networks. */
export const handlerPart = async (settings: BenchSettings): Promise<PartReport> => {
  const { localities, rounds, centres, sampleTowns, sizes, say } = settings;
  const [size = 0] = sizes;
  say(`handler, ${size}: opens the catalogues`);
  const catalogues = readyCatalogues(benchmarkNetwork(size, localities.all, sampleModels(sampleTowns)));
  const postcodes = postcodesOfFive(catalogues.points);
  const asked = drawPlaces(localities.all, centreSeed, strayKm)
    .take(centres)
    .map((centre, number) => askedSearch(centre, postcodes[number % postcodes.length] ?? ''))
    .toArray();
  if (asked.length === 0 || postcodes.length === 0) {
    return {
      measurements: [],
      checks: [],
      targets: [],
      leftOut: ['handlers: no postcode has five locations'],
    };
  }
  say(`handler, ${size}: times them`);
  const timings = await interleaved(
    await handlerRunners(catalogues, asked),
    (round) => inBatches(asked, round === 0 ? warmingBatches : Math.ceil(asked.length / batchSize)),
    { rounds, budgetMilliseconds, least },
  );
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
