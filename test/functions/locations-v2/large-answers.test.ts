// First, for the files of streaming handlers ask for it when they are loaded.
import '../../support/streaming-runtime.ts';

import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nearbyPointsResponse, pointsResponse } from '../../../functions/locations-v2/contract.ts';
import { findPointsByType } from '../../../functions/locations-v2/find-points-by-type.ts';
import { findPointsNear } from '../../../functions/locations-v2/find-points-near.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { publishedNetwork } from '../../support/fixture/fixture-catalogue.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';
import { runStreaming } from '../../support/streaming-runtime.ts';

const boxes = 21_000;

const streetPostBox = (index: number): Location => ({
  locationCode: `${100_000 + index}_R_SPB`,
  type: 'R_SPB',
  partnerCode: 'AP',
  description: 'Red Street Post Box',
  workCentreId: index,
  coordinates: { lat: -37 + index / 10_000, lon: 145 },
  timeZone: 'Australia/Melbourne',
  addresses: [
    {
      type: 'STREET_ADDRESS',
      addressLine1: `${index} LONG STREET`,
      suburb: 'LONGSTREET',
      state: 'VIC',
      postcode: '3999',
      countryCode: 'AU',
      countryName: 'Australia',
    },
  ],
  services: [{ code: 8 }],
  hours: [],
});

const published = publishedNetwork(
  'large',
  Array.from({ length: boxes }, (_, index) => streetPostBox(index)),
  [],
);
const byType = findPointsByType(published);
const near = findPointsNear(published);

const byTypeEvent = (headers = {}) =>
  gatewayEventOf({ path: '/points/type/R_SPB', headers }, '/points/type/{points_type}', {
    points_type: 'R_SPB',
  });

const sixMegabytes = 6 * 1024 * 1024;

describe('findPointsByType with more points than a buffered answer holds', () => {
  it('C16 sends all of them, in parts that are neither tiny nor the whole', async () => {
    const { body, partSizes } = await runStreaming(byType, byTypeEvent());
    expect(body.length).toBeGreaterThan(sixMegabytes);
    expect(pointsResponse.parse(JSON.parse(body.toString())).points).toHaveLength(boxes);
    expect(Math.max(...partSizes)).toBeLessThan(256 * 1024);
    expect(body.length / partSizes.length).toBeGreaterThan(16 * 1024);
  });

  it('C16 sends the same text when it is asked again, and compressed', async () => {
    const first = await runStreaming(byType, byTypeEvent());
    const second = await runStreaming(byType, byTypeEvent());
    const compressed = await runStreaming(byType, byTypeEvent({ 'Accept-Encoding': 'gzip' }));
    expect(second.body.equals(first.body)).toBe(true);
    expect(gunzipSync(compressed.body).equals(first.body)).toBe(true);
    expect(compressed.body.length).toBeLessThan(first.body.length / 5);
  });
});

describe('findPointsNear with the largest limit', () => {
  it('C15 sends 10,000 points, nearest first, each with its own distance', async () => {
    const event = gatewayEventOf(
      { path: '/points/geo/145/-37?radius=1000&limit=10000' },
      '/points/geo/{longitude}/{latitude}',
      { longitude: '145', latitude: '-37' },
    );
    const { body } = await runStreaming(near, event);
    const { points } = nearbyPointsResponse.parse(JSON.parse(body.toString()));
    expect(points.map(({ work_centre_id }) => work_centre_id)).toEqual(
      Array.from({ length: 10_000 }, (_, index) => index),
    );
    expect(points[1]?.geo_location.distance).toBe(0.011);
    expect(points[9_999]?.geo_location.distance).toBeCloseTo((6371 * Math.PI * 0.9999) / 180, 3);
  });
});
