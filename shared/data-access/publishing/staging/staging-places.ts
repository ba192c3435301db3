import type { Coordinates } from '../../../domain/location/location.ts';
import { learntParts } from './learnt-parts.ts';
import { placeKey } from './place-key.ts';

/** Positions of a location's texts and of its lines: whole numbers below 2^32, unique to each location. */
interface StagingPlace {
  readonly textsAt: number;
  readonly linesAt: number;
}

/** Maximum number of locations in a part, and in a network. */
const locationsOfPart = 2 ** 24;

/** Creates a function for the positions of successive locations, roughly ordered by code and by coordinates. */
export const stagingPlaces = (): ((code: string, coordinates: Coordinates) => StagingPlace) => {
  const partOfCode = learntParts<string>();
  const partOfPlace = learntParts<number>();
  let arrived = 0;
  return (code, coordinates) => {
    if (arrived === locationsOfPart)
      throw new RangeError(`a network has ${locationsOfPart} locations at most`);
    const textsAt = partOfCode(code) * locationsOfPart + arrived;
    const linesAt = partOfPlace(placeKey(coordinates)) * locationsOfPart + arrived;
    arrived++;
    return { textsAt, linesAt };
  };
};
