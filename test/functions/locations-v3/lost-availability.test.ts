// Imported first, because streaming handlers need it when they load.
import '../../support/streaming-runtime.ts';

import { describe, expect, it } from 'vitest';
import { openAvailability } from '../../../shared/domain/availability/availability.ts';
import { captureLog } from '../../support/captured-log.ts';
import {
  fixtureAvailability,
  fixtureOverlay,
  lostAvailability,
  noReports,
  publishedFixture,
} from '../../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../../support/targets/locations-handlers.ts';

const ports = { catalogue: publishedFixture(), link: fixtureExport };
const path = '/locations/v3/workcentres';

describe.each([
  ['while the availability is lost', lostAvailability, true],
  ['before the first report', noReports, false],
])('requests %s', (_when, availability, isFailure) => {
  const lost = locationsHandlers({ ...ports, availability });

  it('get 503 with Retry-After if they are valid and filter by availability', async () => {
    const log = captureLog();
    const response = await lost.send({ path: `${path}?accepting=true` });
    expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    // Clients can cause the response before the first report, so it must not roll back a deployment.
    for (const trace of ['AnswersFailed', '"level":"ERROR"']) expect(log().includes(trace)).toBe(isFailure);
    expect(await lost.send({ path: `${path}?accepting=true&size=x` })).toMatchObject({ status: 400 });
  });

  it('get work centres without the availability member if they only select it', async () => {
    const list = JSON.parse((await lost.send({ path: `${path}?fields=availability&size=1` })).body);
    expect(Object.keys(list.workcentres[0])).toEqual(['id', 'type']);
    const one = await lost.send({ path: `${path}/105657_UPL?fields=availability` });
    expect(JSON.parse(one.body)).toEqual({ workcentres: [{ id: '105657_UPL', type: 'UPL' }] });
    expect(await lost.send({ path: `${path}/unknown?fields=availability` })).toMatchObject({ status: 404 });
  });

  it('get the usual response if they do not need availability', async () => {
    const other = locationsHandlers({ ...ports, availability: fixtureAvailability });
    for (const query of ['', '/105657_UPL', '?lat=-37.8&lon=145&fields=location'])
      expect((await lost.send({ path: path + query })).body).toBe(
        (await other.send({ path: path + query })).body,
      );
  });
});

it('does not read the availability for requests that do not need it', async () => {
  let reads = 0;
  const availability = {
    current: async () => {
      reads += 1;
      return openAvailability(fixtureOverlay, '');
    },
  };
  const counting = locationsHandlers({ ...ports, availability });
  for (const query of ['', '/105657_UPL', '?fields=*']) await counting.send({ path: path + query });
  expect(reads).toBe(0);
  await counting.send({ path: `${path}?accepting=true` });
  expect(reads).toBe(1);
});
