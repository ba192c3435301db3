import Flatbush from 'flatbush';
import { around, within } from 'geoflatbush';
import type { OpenContender } from '../contender.ts';

/** A packed Hilbert R-tree. */
export const flatbush: OpenContender = ({ lat, lon }) => {
  const index = new Flatbush(lat.length);
  for (const [number, degrees] of lat.entries()) index.add(lon[number] ?? 0, degrees);
  index.finish();
  return {
    name: 'geoflatbush',
    nearest: ({ centre, radiusKm }, limit) => around(index, centre.lon, centre.lat, limit, radiusKm),
    count: ({ centre, radiusKm }) => within(index, centre.lon, centre.lat, radiusKm).length,
  };
};
