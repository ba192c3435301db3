import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { capabilityRecord } from '../../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import type { Place, PlaceColumns } from '../../../shared/spatial/index.ts';
import { sampleLocationLines } from '../../sample-network/location-lines.ts';
import { sampleServices } from '../../sample-network/service-lines.ts';
import type { Locality } from './localities.ts';

type ImportLine = Readonly<Record<string, unknown>>;

/** Network of any size in little memory: copies of locations of the sample network at other positions. */
export interface BenchmarkNetwork extends PlaceColumns {
  readonly size: number;
  readonly capabilities: readonly Capability[];
  readonly models: readonly Location[];
  /** Index of the sample location that each location copies. */
  readonly modelOf: Uint16Array;
  /** Returns the record with this number. Codes ascend with the numbers. */
  locationAt(number: number): Location;
  lineAt(number: number): ImportLine;
}

const placeSeed = 21_000;
const modelSeed = 300_000;

/** Creates a network with the density of the localities, from the locations of `towns` towns of the sample. */
export const benchmarkNetwork = (
  size: number,
  localities: readonly Locality[],
  towns: number,
): BenchmarkNetwork => {
  const lines = [...sampleLocationLines(towns)];
  const models = lines.map((line) => locationRecord.parse(line));
  const lat = new Float64Array(size);
  const lon = new Float64Array(size);
  const modelOf = new Uint16Array(size);
  const places = randomPlaces(localities, placeSeed);
  const random = seededRandom(modelSeed);
  for (let number = 0; number < size; number++) {
    const place = places.next().value ?? { lat: 0, lon: 0 };
    lat[number] = place.lat;
    lon[number] = place.lon;
    modelOf[number] = Math.floor(random() * models.length);
  }
  const codeOf = (number: number, type: unknown) => `${String(number).padStart(7, '0')}_${type}`;
  return {
    size,
    lat,
    lon,
    models,
    modelOf,
    capabilities: sampleServices.map(({ line }) => capabilityRecord.parse(line)),
    locationAt(number) {
      const model = models[modelOf[number] ?? 0];
      if (!model) throw new Error('the sample network is empty');
      return {
        ...model,
        locationCode: codeOf(number, model.type),
        workCentreId: number,
        coordinates: { lat: lat[number] ?? 0, lon: lon[number] ?? 0 },
      };
    },
    lineAt(number) {
      const { type, ...line } = lines[modelOf[number] ?? 0] ?? {};
      return {
        ...line,
        type,
        location_code: codeOf(number, type),
        work_centre_id: number,
        lat: lat[number],
        lon: lon[number],
      };
    },
  };
};

export const locationsOf = function* ({ size, locationAt }: BenchmarkNetwork): Generator<Location> {
  for (let number = 0; number < size; number++) yield locationAt(number);
};

const kilometresOfDegree = 111.2;

/** Returns the radius of a locality in kilometres, from 0.6 for a hamlet to 6 for the largest. */
const localityRadiusKm = (weight: number): number => 0.6 + 5.4 * Math.sqrt(Math.min(1, weight / 60_000));

/** Rounds coordinates to five decimals (about a metre), as in operators' files. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** Generates endless places by the localities' weights, up to `strayKm` outside, that depend only on the seed. */
export function* randomPlaces(localities: readonly Locality[], seed: number, strayKm = 0): Generator<Place> {
  const random = seededRandom(seed);
  const sums = new Float64Array(localities.length);
  let sum = 0;
  for (const [index, { weight }] of localities.entries()) {
    sum += weight;
    sums[index] = sum;
  }
  while (sum > 0) {
    const locality = localities[firstAbove(sums, random() * sum)];
    if (!locality) continue;
    const { lat, lon, weight } = locality;
    const spread = (localityRadiusKm(weight) / 2 + strayKm) / kilometresOfDegree;
    yield {
      lat: rounded(Math.max(-90, Math.min(90, lat + spread * randomNormal(random)))),
      lon: rounded(lon + (spread * randomNormal(random)) / Math.cos((lat * Math.PI) / 180)),
    };
  }
}

const firstAbove = (ascending: Float64Array, value: number): number => {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const half = (low + high) >> 1;
    if ((ascending[half] ?? 0) > value) high = half;
    else low = half + 1;
  }
  return low;
};

/** Returns a pseudo-random generator (Mulberry32) of numbers from 0 (inclusive) to 1 (exclusive). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const randomNormal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
