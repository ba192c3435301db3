import { around } from 'geokdbush';
import KDBush from 'kdbush';
import type { OpenContender } from '../contender.ts';

/** A flat k-d tree, walked in order of distance. */
export const kdbush: OpenContender = ({ lat, lon }) => {
  const index = new KDBush(lat.length);
  for (const [number, degrees] of lat.entries()) index.add(lon[number] ?? 0, degrees);
  index.finish();
  return {
    name: 'geokdbush',
    nearest: ({ centre, radiusKm }, limit) => around(index, centre.lon, centre.lat, limit, radiusKm),
    count: ({ centre, radiusKm }) =>
      around(index, centre.lon, centre.lat, Number.POSITIVE_INFINITY, radiusKm).length,
  };
};
