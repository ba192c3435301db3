import type { ApiTarget } from '../../support/targets/api-target.ts';
// Imported first, because streaming handlers need it when they load.
import '../../support/streaming-runtime.ts';

import { describe, expect, it } from 'vitest';
import {
  errorResponse,
  sparseWorkCentreResponse,
  workCentreResponse,
  workCentresResponse,
} from '../../../functions/locations-v3/contract.ts';
import { getWorkCentre } from '../../../functions/locations-v3/get-work-centre.ts';
import { findTestRecord } from '../../../functions/locations-v3/test-records.ts';
import { location as storedLocation } from '../../../shared/domain/location/location.ts';
import {
  fixtureAvailability,
  fixtureOverlay,
  noReports,
  publishedFixture,
} from '../../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../../support/fixture/fixture-export.ts';
import { handlerTarget } from '../../support/targets/handler-target.ts';
import { locationsHandlers } from '../../support/targets/locations-handlers.ts';

const ports = { catalogue: publishedFixture(), link: fixtureExport };
const sandbox = locationsHandlers(ports, { sandbox: 'true' });
const live = locationsHandlers(ports);

const names =
  'CLOSED-TODAY SHORT-TODAY ALWAYS-OPEN OVER-MIDNIGHT LUNCH NO-HOURS HALF-HOUR-DST MOVED SUCCESSOR CLOSING FULL FAULT SUSPENDED SMALL NO-LIMITS MINIMAL MAXIMAL'.split(
    ' ',
  );
const ids = names.map((name) => `WPTEST-${name}`);

const pathOf = (id: string, query = '') => `/locations/v3/workcentres/${id}${query}`;

/** Thursday 24 December 2026, 23:30 in Melbourne, when it is still Thursday in UTC. */
const lateEvening = new Date('2026-12-24T12:30:00Z');
/** Friday 25 December 2026, 00:30 in Melbourne, when it is still Thursday in UTC. */
const afterMidnight = new Date('2026-12-24T13:30:00Z');

const targetAt = (now: Date, availability = noReports, catalogue = publishedFixture()) => {
  const handler = getWorkCentre(catalogue, availability, () => now);
  return handlerTarget([{ path: pathOf('{id}'), handler }], { sandbox: 'true' });
};

const hoursOf = async (name: string, now: Date) => {
  const { body } = await targetAt(now).send({ path: pathOf(`WPTEST-${name}`) });
  const [centre] = workCentreResponse.parse(JSON.parse(body)).workcentres;
  return centre.attributes.operational_capabilities?.[0]?.attributes?.current_hours?.periods;
};

const sparseOf = async (name: string, query: string, target: ApiTarget = sandbox) => {
  const { body } = await target.send({ path: pathOf(`WPTEST-${name}`, `?${query}`) });
  return sparseWorkCentreResponse.parse(JSON.parse(body)).workcentres[0];
};

const at = (hour: number, minute = 0) => ({ hour, minute });

describe('a test record', () => {
  it.each(ids)('%s is a valid work centre for sandbox keys, in JSON and as a feature', async (id) => {
    const { status, headers, body } = await sandbox.send({ path: pathOf(id) });
    expect(status).toBe(200);
    workCentreResponse.parse(JSON.parse(body));
    storedLocation.parse(findTestRecord(id, lateEvening)?.location);
    expect(headers['content-location']).toBe(id === 'WPTEST-MOVED' ? 'WPTEST-SUCCESSOR' : undefined);
    const feature = await sandbox.send({ path: pathOf(id), headers: { accept: 'application/geo+json' } });
    expect(JSON.parse(feature.body)).toMatchObject({ type: 'Feature' });
    const fields = '?fields=attributes.business_name,former_ids,parcel_limits,lifecycle';
    const sparse = await sandbox.send({ path: pathOf(id, fields) });
    sparseWorkCentreResponse.parse(JSON.parse(sparse.body));
  });

  it('WPTEST-CLOSING closes 30 days after the request', async () => {
    const { lifecycle } = await sparseOf('CLOSING', 'fields=lifecycle', targetAt(lateEvening));
    expect(lifecycle).toEqual({ opens_on: '2009-05-04', closes_on: '2027-01-23' });
  });

  it.each(ids)('%s does not exist for other keys, and is never listed', async (id) => {
    const { status, body } = await live.send({ path: pathOf(id) });
    expect(status).toBe(404);
    expect(errorResponse.parse(JSON.parse(body)).errors[0]?.detail).toBe(
      `No work centre has the id "${id}".`,
    );
    for (const target of [sandbox, live]) {
      const list = await target.send({ path: `/locations/v3/workcentres?id=${id}` });
      expect(workCentresResponse.parse(JSON.parse(list.body)).pagination.total).toBe(0);
      const point = await target.send({ path: `/locations/v2/points/${id}` });
      expect(JSON.parse(point.body)).toEqual({ points: [] });
    }
  });

  it.each(['WPTEST-', 'WPTEST-UNKNOWN', 'wptest-full', 'WPTEST-constructor', 'WPTEST-FULL%20'])(
    'is found only by its exact id, not by %s',
    async (id) => expect((await sandbox.send({ path: pathOf(id) })).status).toBe(404),
  );

  it('shows special days on the day of the request in its time zone', async () => {
    const special = { day: 'THU', type: 'SPECIAL_CLOSED' };
    expect((await hoursOf('CLOSED-TODAY', lateEvening))?.[0]).toEqual(special);
    expect((await hoursOf('CLOSED-TODAY', afterMidnight))?.[0]).toEqual({ ...special, day: 'FRI' });
    expect((await hoursOf('CLOSED-TODAY', afterMidnight))?.[1]).toMatchObject({ day: 'SAT', type: 'HOURS' });
    expect((await hoursOf('SHORT-TODAY', lateEvening))?.[0]).toEqual({
      day: 'THU',
      type: 'SPECIAL_HOURS',
      open: at(10),
      close: at(12),
    });
  });

  it('shows lunch, hours past midnight, round-the-clock hours and no hours', async () => {
    expect((await hoursOf('LUNCH', lateEvening))?.slice(0, 2)).toEqual([
      { day: 'THU', type: 'HOURS', open: at(9), close: at(12, 30) },
      { day: 'THU', type: 'HOURS', open: at(13, 30), close: at(17) },
    ]);
    expect((await hoursOf('OVER-MIDNIGHT', lateEvening))?.slice(0, 2)).toEqual([
      { day: 'THU', type: 'HOURS', open: at(0), close: at(2) },
      { day: 'THU', type: 'HOURS', open: at(18), close: at(23, 59) },
    ]);
    expect(await hoursOf('ALWAYS-OPEN', lateEvening)).toHaveLength(7);
    expect(await hoursOf('NO-HOURS', lateEvening)).toBeUndefined();
    expect(findTestRecord('WPTEST-HALF-HOUR-DST', lateEvening)?.location.timeZone).toBe(
      'Australia/Lord_Howe',
    );
  });

  it('shows which parcels fit', async () => {
    const limitsOf = async (name: string, parcel: string) =>
      (await sparseOf(name, `fields=parcel_limits&parcel=${parcel}`)).parcel_limits;
    const small = { edges: [300, 200, 100], weight: 1000 };
    expect(await limitsOf('SMALL', '100x300x200,1000')).toEqual({ ...small, fits: 'YES' });
    expect(await limitsOf('SMALL', '301x200x100')).toEqual({ ...small, fits: 'NO' });
    expect(await limitsOf('SMALL', '300x200x100,1001')).toEqual({ ...small, fits: 'NO' });
    expect(await limitsOf('NO-LIMITS', '1x1x1')).toEqual({ fits: 'UNKNOWN' });
  });

  it('WPTEST-MOVED returns its successor, which shows the former id', async () => {
    const { headers, body } = await sandbox.send({ path: pathOf('WPTEST-MOVED', '?fields=former_ids') });
    expect(headers['content-location']).toBe('WPTEST-SUCCESSOR');
    expect(JSON.parse(body).workcentres).toEqual([
      { id: 'WPTEST-SUCCESSOR', type: 'PO', former_ids: ['WPTEST-MOVED'] },
    ]);
  });

  it.each(['FULL', 'FAULT', 'SUSPENDED'] as const)(
    'WPTEST-%s accepts no parcels for 24 hours, whether or not the availability of other locations is known',
    async (reason) => {
      const expected = {
        accepting: false,
        reason,
        until: '2026-12-25T12:30:00.000Z',
        as_of: '2026-12-24T12:30:00.000Z',
      };
      for (const availability of [fixtureAvailability, noReports]) {
        const target = targetAt(lateEvening, availability);
        expect((await sparseOf(reason, 'fields=availability', target)).availability).toEqual(expected);
        const path = pathOf(`WPTEST-${reason}`, '?fields=availability');
        const { body } = await target.send({ path, headers: { accept: 'application/geo+json' } });
        expect(JSON.parse(body).properties.availability).toEqual(expected);
      }
    },
  );

  it('WPTEST-LUNCH accepts parcels if the availability is known', async () => {
    const known = targetAt(lateEvening, fixtureAvailability);
    expect((await sparseOf('LUNCH', 'fields=availability', known)).availability).toEqual({
      accepting: true,
      as_of: fixtureOverlay.updated_at,
    });
    const unknown = await sparseOf('LUNCH', 'fields=availability', targetAt(lateEvening));
    expect(unknown).not.toHaveProperty('availability');
  });

  it('shows its availability only if fields includes it', async () => {
    const { body } = await sandbox.send({ path: pathOf('WPTEST-FULL') });
    expect(body).not.toContain('availability');
    expect((await live.send({ path: pathOf('WPTEST-FULL', '?fields=availability') })).status).toBe(404);
  });

  it('WPTEST-MINIMAL has only the required members, and WPTEST-MAXIMAL has all optional members as well', async () => {
    const centreOf = async (name: string) => {
      const { body } = await sandbox.send({ path: pathOf(`WPTEST-${name}`) });
      return workCentreResponse.parse(JSON.parse(body)).workcentres[0];
    };
    const minimal = await centreOf('MINIMAL');
    expect(Object.keys(minimal.attributes).sort()).toEqual([
      'business_name',
      'org_unit_type_description',
      'work_centre_id',
    ]);
    expect(minimal.location.addresses).toHaveLength(1);
    expect(Object.keys(minimal.location.addresses[0]?.attributes ?? {})).toHaveLength(7);
    const maximal = await centreOf('MAXIMAL');
    expect(Object.keys(maximal.attributes)).toHaveLength(9);
    for (const { attributes } of maximal.location.addresses) expect(Object.keys(attributes)).toHaveLength(10);
    const [, capability] = maximal.attributes.operational_capabilities ?? [];
    expect(Object.keys(capability?.attributes ?? {})).toHaveLength(8);
    const sparse = await sparseOf('MAXIMAL', 'fields=*,former_ids,parcel_limits&parcel=1x1x1');
    expect(Object.keys(sparse)).toHaveLength(6);
    expect(Object.keys(sparse.parcel_limits ?? {})).toHaveLength(4);
  });

  it('is served with its own ETag even if no catalogue is available', async () => {
    const failing = { current: () => Promise.reject(new Error('no catalogue')) };
    const target = targetAt(lateEvening, noReports, failing);
    const path = pathOf('WPTEST-SMALL');
    const { status, headers } = await target.send({ path });
    const again = await target.send({ path, headers: { 'if-none-match': headers.etag ?? '' } });
    expect([status, again.status]).toEqual([200, 304]);
    const other = await target.send({ path: pathOf('WPTEST-LUNCH') });
    expect(other.headers.etag).not.toBe(headers.etag);
  });
});
