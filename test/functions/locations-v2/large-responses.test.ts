// Imported first, because streaming handlers need it when they load.
import '../../support/streaming-runtime.ts';

import { describe, expect, it } from 'vitest';
import { nearbyPointsResponse, pointsResponse } from '../../../functions/locations-v2/contract.ts';
import { findPointsByType } from '../../../functions/locations-v2/find-points-by-type.ts';
import { findPointsNear } from '../../../functions/locations-v2/find-points-near.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { publishedNetwork } from '../../support/fixture/fixture-catalogue.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';
import { postOffice } from '../../support/networks/network-records.ts';
import { runStreaming } from '../../support/streaming-runtime.ts';

const boxes = 21_000;

const streetPostBox = (index: number): Location =>
  postOffice(index, { type: 'R_SPB', coordinates: { lat: -37 + index / 10_000, lon: 145 }, hours: [] });

const published = publishedNetwork(
  'large',
  Array.from({ length: boxes }, (_, index) => streetPostBox(index)),
  [],
);
const byType = findPointsByType(published);
const near = findPointsNear(published);

const byTypeEvent = gatewayEventOf(
  { path: '/locations/v2/points/type/R_SPB' },
  '/locations/v2/points/type/{points_type}',
  {
    points_type: 'R_SPB',
  },
);

const sixMegabytes = 6 * 1024 * 1024;

describe('findPointsByType with more points than fit in a buffered response', () => {
  it('C16 streams all points in chunks of 16 to 256 KiB', async () => {
    const { body, partSizes } = await runStreaming(byType, byTypeEvent);
    expect(body.length).toBeGreaterThan(sixMegabytes);
    expect(pointsResponse.parse(JSON.parse(body.toString())).points).toHaveLength(boxes);
    expect(Math.max(...partSizes)).toBeLessThan(256 * 1024);
    expect(body.length / partSizes.length).toBeGreaterThan(16 * 1024);
  });
});

describe('findPointsNear', () => {
  it('C15 returns 10,000 points, nearest first, with their distances', async () => {
    const event = gatewayEventOf(
      { path: '/locations/v2/points/geo/145/-37?radius=1000&limit=10000' },
      '/locations/v2/points/geo/{longitude}/{latitude}',
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
