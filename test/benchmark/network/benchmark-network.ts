import { sampleLocationLines } from '../../../infra/local/sample/location-lines.ts';
import { sampleServices } from '../../../infra/local/sample/service-lines.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { capabilityRecord } from '../../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import type { PlaceColumns } from '../../../shared/spatial/index.ts';
import { drawPlaces } from './draw-places.ts';
import type { Locality } from './localities.ts';
import { seededRandom } from './seeded-random.ts';

/** A network of any size in little memory: each location is one of the sample, moved to a place of its own. */
export interface BenchmarkNetwork extends PlaceColumns {
  readonly size: number;
  readonly capabilities: readonly Capability[];
  readonly models: NetworkModels;
  /** For each location the model that it is drawn after. */
  readonly modelOf: Uint16Array;
  /** The whole record. Codes ascend with the number, which tells nothing of the place. */
  locationAt(number: number): Location;
}

/** What locations of a network are drawn after. */
export type NetworkModels = readonly Location[];

const placeSeed = 21_000;
const modelSeed = 300_000;

/** Locations of the sample network, in which types, usage types, services and hours have its shares. */
export const sampleModels = (placeCount: number): NetworkModels =>
  [...sampleLocationLines(placeCount)].map((line) => locationRecord.parse(line));

/** `size` locations at the density of the localities, each drawn after one of `models`. */
export const benchmarkNetwork = (
  size: number,
  localities: readonly Locality[],
  models: NetworkModels,
): BenchmarkNetwork => {
  const lat = new Float64Array(size);
  const lon = new Float64Array(size);
  const modelOf = new Uint16Array(size);
  const places = drawPlaces(localities, placeSeed);
  const random = seededRandom(modelSeed);
  for (let number = 0; number < size; number++) {
    const place = places.next().value ?? { lat: 0, lon: 0 };
    lat[number] = place.lat;
    lon[number] = place.lon;
    modelOf[number] = Math.floor(random() * models.length);
  }
  return {
    size,
    lat,
    lon,
    models,
    modelOf,
    capabilities: sampleServices.map(({ line }) => capabilityRecord.parse(line)),
    locationAt(number) {
      const model = models[modelOf[number] ?? 0];
      if (!model) throw new Error('there is no model to draw a location after');
      return {
        ...model,
        locationCode: `${String(number).padStart(7, '0')}_${model.type}`,
        workCentreId: number,
        coordinates: { lat: lat[number] ?? 0, lon: lon[number] ?? 0 },
      };
    },
  };
};
