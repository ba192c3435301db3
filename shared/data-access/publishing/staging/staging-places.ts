import type { Coordinates } from '../../../domain/location/location.ts';
import { learntParts } from './learnt-parts.ts';
import { placeKey } from './place-key.ts';

/** Where the texts of a location stand, and its lines: whole numbers below 2^32, other ones for every location. */
interface StagingPlace {
  readonly textsAt: number;
  readonly linesAt: number;
}

/** Locations that a part can hold, and a network. */
const locationsOfPart = 2 ** 24;

/** Gives the places of one location after the other: by code, about, and by where it is, about. */
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
