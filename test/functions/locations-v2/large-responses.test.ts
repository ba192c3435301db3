// Imported first, because streaming handlers need it when they load.
import '../../support/streaming-runtime.ts';

import { expect, it } from 'vitest';
import { nearbyPointsResponse, pointsResponse } from '../../../functions/locations-v2/contract.ts';
import { findPointsByType } from '../../../functions/locations-v2/find-points-by-type.ts';
import { findPointsNear } from '../../../functions/locations-v2/find-points-near.ts';
import { publishedNetwork } from '../../support/fixture/fixture-catalogue.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';
import { postOffice } from '../../support/networks/network-records.ts';
import { runStreaming } from '../../support/streaming-runtime.ts';

it('C16 findPointsByType streams more points than fit in a buffered response, in chunks of 16 to 256 KiB', async () => {
  const boxes = Array.from({ length: 21_000 }, (_, index) => postOffice(index, { type: 'R_SPB', hours: [] }));
  const path = '/locations/v2/points/type/';
  const event = gatewayEventOf({ path: `${path}R_SPB` }, `${path}{points_type}`, { points_type: 'R_SPB' });
  const { body, partSizes } = await runStreaming(
    findPointsByType(publishedNetwork('large', boxes, [])),
    event,
  );
  expect(body.length).toBeGreaterThan(6 * 1024 * 1024);
  expect(pointsResponse.parse(JSON.parse(body.toString())).points).toHaveLength(boxes.length);
  expect(Math.max(...partSizes)).toBeLessThan(256 * 1024);
  expect(body.length / partSizes.length).toBeGreaterThan(16 * 1024);
});

it('C15 findPointsNear streams 10,000 points, nearest first, with their distances', async () => {
  const offices = Array.from({ length: 11_000 }, (_, index) =>
    postOffice(index, { coordinates: { lat: -37 + index / 10_000, lon: 145 }, hours: [] }),
  );
  const path = '/locations/v2/points/geo/';
  const event = gatewayEventOf(
    { path: `${path}145/-37?radius=1000&limit=10000` },
    `${path}{longitude}/{latitude}`,
    { longitude: '145', latitude: '-37' },
  );
  const { body } = await runStreaming(findPointsNear(publishedNetwork('near', offices, [])), event);
  const { points } = nearbyPointsResponse.parse(JSON.parse(body.toString()));
  const ids = points.map(({ work_centre_id }) => work_centre_id);
  expect(ids).toEqual(offices.slice(0, 10_000).map(({ workCentreId }) => workCentreId));
  expect(points[1]?.geo_location.distance).toBe(0.011);
});
