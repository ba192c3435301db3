import { openSpatialIndex, orderedPlaces } from '../../../../shared/spatial/index.ts';
import type { OpenContender } from '../contender.ts';

export const ownName = 'Waypost';

/** The index of this project. */
export const ownIndex: OpenContender = (places) => {
  const ordered = orderedPlaces(places);
  const index = openSpatialIndex(ordered);
  return {
    name: ownName,
    nearest: (area, limit) => index.nearest(area, limit).positions,
    count: (area) => index.count(area),
    placeAt: ordered.rank,
  };
};
