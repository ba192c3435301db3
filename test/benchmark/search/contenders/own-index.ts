import { openSpatialIndex, orderPlaces } from '../../../../shared/spatial/index.ts';
import type { OpenContender } from '../contender.ts';

export const ownName = 'Waypost';

/** The index of this project. */
export const ownIndex: OpenContender = (places) => {
  const order = orderPlaces(places);
  const index = openSpatialIndex({
    lat: Float64Array.from(order, (number) => places.lat[number] ?? 0),
    lon: Float64Array.from(order, (number) => places.lon[number] ?? 0),
    rank: order,
  });
  return {
    name: ownName,
    nearest: (area, limit) => index.nearest(area, limit).positions,
    count: (area) => index.count(area),
    placeAt: order,
  };
};
