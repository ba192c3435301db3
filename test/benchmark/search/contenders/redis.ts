import type { OpenContender } from '../contender.ts';
import { startRedis } from '../servers/redis-server.ts';

const key = 'places';
const batch = 20_000;

/** Redis reckons on a sphere of 6372.8 km: its radii are as much longer. */
const radiusRatio = 6372.797560856 / 6371;

/** GEOSEARCH of a Redis server. It keeps positions in 52 bits, so that some lie half a metre off. */
export const redisGeoSearch: OpenContender = async ({ lat, lon }) => {
  const server = await startRedis();
  if (!server) return undefined;
  const { client } = server;
  for (let start = 0; start < lat.length; start += batch) {
    const members = Array.from(lat.subarray(start, start + batch), (latitude, index) => ({
      latitude,
      longitude: lon[start + index] ?? 0,
      member: String(start + index),
    }));
    await client.geoAdd(key, members);
  }
  const byRadius = (radiusKm: number) => ({ radius: radiusKm * radiusRatio, unit: 'km' as const });
  const around = ({ lat: latitude, lon: longitude }: { lat: number; lon: number }) => ({
    latitude,
    longitude,
  });
  return {
    name: 'Redis',
    nearest: async ({ centre, radiusKm }, limit) =>
      (await client.geoSearch(key, around(centre), byRadius(radiusKm), { SORT: 'ASC', COUNT: limit })).map(
        Number,
      ),
    count: async ({ centre, radiusKm }) =>
      (await client.geoSearch(key, around(centre), byRadius(radiusKm))).length,
    close: () => server.close(),
  };
};
