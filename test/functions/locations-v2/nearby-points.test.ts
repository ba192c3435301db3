// First, for the files of streaming handlers ask for it when they are loaded.
import '../../support/streaming-runtime.ts';

import { expect, it } from 'vitest';
import { findPointsNear } from '../../../functions/locations-v2/find-points-near.ts';
import { toNearbyPoint } from '../../../functions/locations-v2/points.ts';
import { catalogueInMemory } from '../../../shared/domain/location/catalogue/catalogue.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';
import { postOffice } from '../../support/networks/network-records.ts';
import { runStreaming } from '../../support/streaming-runtime.ts';

const centre = { lat: -37.81, lon: 144.96 };
const resource = '/locations/v2/points/geo/{longitude}/{latitude}';

const network = (count: number) =>
  catalogueInMemory(
    '1',
    Array.from({ length: count }, (_, number) =>
      postOffice(number, { name: `TŌKYŌ “${number}” 📮`, coordinates: centre }),
    ),
    [],
  );

it.each([0, 1, 5, 20, 21])(
  '%i points near a place are sent in UTF-8, whatever their names',
  async (count) => {
    const catalogue = network(count);
    const area = { centre, radiusKm: 50 };
    const found = [...catalogue.search({ filter: {}, area, offset: 0, size: count }).page];
    const expected = JSON.stringify({ points: found.map(toNearbyPoint) });
    const handler = findPointsNear({ current: async () => catalogue });
    const event = gatewayEventOf(
      { path: `/locations/v2/points/geo/${centre.lon}/${centre.lat}?limit=100` },
      resource,
      { longitude: String(centre.lon), latitude: String(centre.lat) },
    );
    expect(found).toHaveLength(count);
    for (let time = 0; time < 2; time++) {
      expect((await runStreaming(handler, event)).body.toString()).toBe(expected);
    }
  },
);
