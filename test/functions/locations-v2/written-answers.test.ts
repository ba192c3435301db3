// First, for the files of streaming handlers ask for it when they are loaded.
import '../../support/streaming-runtime.ts';

import { expect, it } from 'vitest';
import { findPointsByPostcode } from '../../../functions/locations-v2/find-points-by-postcode.ts';
import { pointsAnswer, pointsText } from '../../../functions/locations-v2/views/points-body.ts';
import { toProxyResult } from '../../../shared/http/api-response.ts';
import { keptPoint } from '../../../shared/wire/locations-v2/kept-point.ts';
import { pointLine, pointText } from '../../../shared/wire/locations-v2/point-text.ts';
import { fixtureViews } from '../../support/fixture/fixture-catalogue.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';
import { postOffice } from '../../support/networks/network-records.ts';

it.each([0, 1, 3])('an answer of %i points is written as it is read', (count) => {
  const lines = Array.from({ length: count }, (_, number) => pointLine(postOffice(number)));
  const result = toProxyResult(pointsAnswer(lines.map(keptPoint)));
  expect(result.body).toBe(pointsText(lines.map(pointText)));
  const { statusCode, headers, body } = result;
  expect(JSON.stringify(result)).toBe(JSON.stringify({ statusCode, headers, body }));
});

it('what the runtime writes of an answer has its status, headers and body', async () => {
  const resource = '/locations/v2/points/postcode/{postcode}';
  const event = gatewayEventOf({ path: '/locations/v2/points/postcode/3000' }, resource, {
    postcode: '3000',
  });
  const handler = findPointsByPostcode(fixtureViews().points);
  const result = await Reflect.apply(handler, undefined, [event, {}]);
  expect(JSON.parse(result.body).points.length).toBeGreaterThan(0);
  expect(JSON.parse(JSON.stringify(result))).toEqual({
    statusCode: 200,
    headers: result.headers,
    body: result.body,
  });
});
