import { greatCircleKm } from '../../../../shared/spatial/index.ts';
import type { OpenContender } from '../contender.ts';

export const bruteForceName = 'brute force';

/** Looks at every place: what all others are held against. */
export const bruteForce: OpenContender = ({ lat, lon }) => {
  const within = ({ centre, radiusKm }: { centre: { lat: number; lon: number }; radiusKm: number }) => {
    const found: { number: number; km: number }[] = [];
    for (let number = 0; number < lat.length; number++) {
      const km = greatCircleKm(centre, { lat: lat[number] ?? 0, lon: lon[number] ?? 0 });
      if (km <= radiusKm) found.push({ number, km });
    }
    return found;
  };
  return {
    name: bruteForceName,
    nearest: (area, limit) =>
      within(area)
        .sort((one, other) => one.km - other.km || one.number - other.number)
        .slice(0, limit)
        .map(({ number }) => number),
    count: (area) => within(area).length,
  };
};
