import { listWorkCentres } from '../../functions/locations-v3/list-work-centres.ts';
import { openSnapshot, packSnapshot } from '../../shared/data-access/publishing/snapshot.ts';
import { openTextIndex, packTextIndex } from '../../shared/data-access/publishing/text-files.ts';
import { openAvailability } from '../../shared/domain/availability/availability.ts';
import type { LocationCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { type Location, type LocationType, withLimitsOfType } from '../../shared/domain/location/location.ts';
import type { ParcelLimits } from '../../shared/domain/location/parcel.ts';
import { streetNames } from '../sample-network/names.ts';
import { gatewayEventOf } from '../support/gateway/gateway-event-of.ts';
import { networkContent, snapshotVersion } from '../support/networks/stored-publication.ts';
import { interleaved, type Runner } from './measure.ts';
import {
  type BenchmarkNetwork,
  benchmarkNetwork,
  locationsOf,
  randomPlaces,
  seededRandom,
} from './network/benchmark-network.ts';
import type { Locality } from './network/localities.ts';
import { wholeNumber } from './report/print-report.ts';
import { type Measurement, type PartReport, p50Of, type Target, targetOf } from './report/report.ts';
import type { BenchSettings } from './run-bench.ts';
import { timedHandler } from './search/event-to-answer.ts';

const searchName = 'search around a point, event to response';
const typingName = 'search by text while it is typed, event to response';
const mapName = 'page of 100 for a map, event to response';

/** Query parameters added to a search, and the maximum milliseconds that each may add with 21,000 locations. */
const additions: readonly (readonly [query: string, milliseconds: number])[] = [
  ['open_at=2026-12-24T17:30', 0.3],
  ['bbox=110,-45,155,-10', 0.3],
  ['accepting=true', 0.1],
  ['parcel=640x410x380,20000', 0.1],
];
/** Searches that each use a different time, so that no cache helps. They have no target. */
const otherTimes = 'open_at, each time once';
const plain = 'without';
const judgedSize = 21_000;
const maxTypingMilliseconds = 2;
const typingSize = 300_000;

const now = new Date('2026-12-01T01:00:00Z');
const searchesInRound = 1_000;
const textsInRound = 200;

/** Measures what Waypost's additions to the specifications cost in the list handler. */
export const extensionsPart = async (settings: BenchSettings): Promise<PartReport> => {
  const measurements: Measurement[] = [];
  const sizes = settings.sizes.filter((size) => size <= typingSize);
  for (const size of sizes) measurements.push(...(await measureSize(size, settings)));
  return { measurements, targets: sizes.flatMap((size) => targetsOf(measurements, size)) };
};

const targetsOf = (all: readonly Measurement[], size: number): Target[] => {
  const common = { part: 'extensions', size, unit: 'ms', bound: 'at most' } as const;
  if (size === typingSize) {
    const p99 = all.find((each) => each.what === typingName && each.size === size)?.p99 ?? Number.NaN;
    const limit = { ...common, what: `p99, ${typingName}`, promised: maxTypingMilliseconds };
    return [targetOf(limit, p99 / 1_000)];
  }
  if (size !== judgedSize) return [];
  return additions.map(([query, promised]) => {
    const microseconds = p50Of(all, searchName, query, size) - p50Of(all, searchName, plain, size);
    return targetOf({ ...common, what: `added by ${query}`, against: plain, promised }, microseconds / 1_000);
  });
};

const measureSize = async (size: number, { localities, rounds, towns, say }: BenchSettings) => {
  say(`extensions, ${wholeNumber(size)}`);
  const network = benchmarkNetwork(size, localities.all, towns);
  const catalogue = await catalogueOf(network, localities.all);
  const responses = respond(catalogue, network);
  let seed = 7;
  /** Returns a runner of searches around its own centres, because locations that another search has read are cached. */
  const searchOf = (name: string, query: (task: number) => string): Runner<number> => {
    const centres = randomPlaces(localities.all, seed++, 10)
      .take(searchesInRound * (rounds + 1))
      .toArray();
    return {
      name,
      run: (task) => {
        const { lat, lon } = centres[task] ?? { lat: 0, lon: 0 };
        return responses(
          `lat=${lat}&lon=${lon}&size=5&fields=attributes.business_name,location.attributes${query(task)}`,
        );
      },
    };
  };
  const texts = typedTexts(catalogue, textsInRound * (rounds + 1));
  const measure = (what: string, runners: readonly Runner<number>[], inRound: number) =>
    interleaved(
      { part: 'extensions', what, size },
      runners,
      (round) => Array.from({ length: inRound }, (_, task) => round * inRound + task),
      { rounds, budgetMilliseconds: 2_000, minTasks: 50 },
    );
  const searches = [
    searchOf(plain, () => ''),
    ...additions.map(([query]) => searchOf(query, () => `&${query}`)),
    searchOf(otherTimes, onceOpenAt),
  ];
  const typing = (task: number) =>
    responses(
      `q=${encodeURIComponent(texts[task] ?? '')}&size=8&fields=attributes.business_name,location.addresses`,
    );
  const page = (task: number) =>
    responses(`offset=${100 * (task % 100)}&size=100&fields=attributes.business_name,location.attributes`);
  return [
    ...(await measure(searchName, searches, searchesInRound)),
    ...(await measure(typingName, [{ name: 'q', run: typing }], textsInRound)),
    ...(await measure(mapName, [{ name: 'fields', run: page }], textsInRound)),
  ];
};

const onceOpenAt = (task: number): string =>
  `&open_at=${new Date(now.getTime() + 60_000 * task).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length)}`;

const respond = (catalogue: LocationCatalogue, network: BenchmarkNetwork) => {
  const hundredth = Array.from({ length: Math.floor(network.size / 100) }, (_, number) => ({
    location_code: network.locationAt(100 * number).locationCode,
    accepting: false,
    reason: 'FULL' as const,
    until: '2026-12-02T00:00:00Z',
    as_of: '2026-12-01T00:00:00Z',
    received_at: '2026-12-01T00:00:00Z',
  }));
  const availability = openAvailability({ updated_at: '2026-12-01T00:00:00Z', rows: hundredth }, 'a');
  const answer = timedHandler(
    listWorkCentres({ current: async () => catalogue }, { current: async () => availability }, () => now),
  );
  const resource = '/locations/v3/workcentres';
  return (query: string) => answer(gatewayEventOf({ path: `${resource}?${query}` }, resource, {}));
};

const limitsOfType = new Map<LocationType, ParcelLimits>([
  ['PO', { edges: [1050, 600, 600], weight: 22_000 }],
  ['UPL', { edges: [640, 410, 380], weight: 20_000 }],
]);

/** Publishes the network, with varied addresses and parcel limits, and opens the catalogue as a function does. */
const catalogueOf = async (
  network: BenchmarkNetwork,
  localities: readonly Locality[],
): Promise<LocationCatalogue> => {
  const random = seededRandom(11);
  const pick = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(random() * values.length)];
  const varied = function* (): Generator<Location> {
    for (const location of locationsOf(network)) {
      const [first, ...others] = location.addresses;
      const { weight, lat, lon, ...named } = pick(localities) ?? {};
      const addressLine1 = `${1 + Math.floor(400 * random())} ${pick(streetNames)}`;
      const addresses: Location['addresses'] = [{ ...first, addressLine1, ...named }, ...others];
      yield withLimitsOfType({ ...location, addresses }, limitsOfType);
    }
  };
  const { bytes, words } = await packSnapshot(networkContent(varied(), network.capabilities));
  const opened = openTextIndex(packTextIndex(words));
  const placeNames = () => Promise.reject(new Error('not measured'));
  const files = { words: async () => opened, placeNames };
  return openSnapshot(bytes, { version: snapshotVersion }, files).catalogue;
};

/** Returns what visitors type, letter by letter: suburbs, streets with suburbs, and postcodes. */
const typedTexts = (catalogue: LocationCatalogue, count: number): string[] => {
  const random = seededRandom(13);
  const texts: string[] = [];
  while (texts.length < count) {
    const offset = Math.floor(random() * catalogue.size);
    const [found] = catalogue.search({ filter: {}, offset, size: 1 }).page;
    const { suburb = '', postcode = '', addressLine1 = '' } = found?.location.addresses[0] ?? {};
    const street = addressLine1.replace(/^\d+ /, '');
    const whole = [suburb, `${street} ${suburb}`, postcode][Math.floor(random() * 3)] ?? '';
    for (let length = 1; length <= whole.length; length++) texts.push(whole.slice(0, length).toLowerCase());
  }
  return texts.slice(0, count).sort(() => random() - 0.5);
};
