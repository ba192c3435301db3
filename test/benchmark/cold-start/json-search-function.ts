import { gunzipSync } from 'node:zlib';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';

/** A typical implementation: it loads one JSON file with the SDK's client, and computes all distances in each search. */

interface StoredLocation {
  readonly coordinates: { readonly lat: number; readonly lon: number };
}

const client = new S3Client({ forcePathStyle: true });
let loading: Promise<readonly StoredLocation[]> | undefined;

const load = async (): Promise<readonly StoredLocation[]> => {
  const { PUBLISHED_BUCKET: Bucket, JSON_KEY: Key } = process.env;
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
  return JSON.parse(gunzipSync(bytes).toString('utf8'));
};

const radians = Math.PI / 180;
const kilometresBetween = (
  one: StoredLocation['coordinates'],
  other: StoredLocation['coordinates'],
): number => {
  const sine = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const cosines = Math.cos(one.lat * radians) * Math.cos(other.lat * radians);
  return 12_742 * Math.asin(Math.sqrt(sine(one.lat - other.lat) + cosines * sine(one.lon - other.lon)));
};

export const handler = async (event: {
  readonly pathParameters: { readonly latitude: string; readonly longitude: string };
}) => {
  loading ??= load();
  const { latitude, longitude } = event.pathParameters;
  const centre = { lat: Number(latitude), lon: Number(longitude) };
  const points = (await loading)
    .map((location) => ({ location, distance: kilometresBetween(centre, location.coordinates) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, 5)
    .map(({ location, distance }) => ({ ...location, distance }));
  return { statusCode: 200, body: JSON.stringify({ points }) };
};
