import { describe, expect, it } from 'vitest';
import { codesWhere } from '../../support/fixture/fixture-oracle.ts';
import type { ServiceClient } from '../service-client.ts';
import { workCentreSearch } from './work-centre-search.ts';

const day = 86_400_000;

/** Returns the next date with the given weekday, 0 (Sunday) to 6, that is more than a day away. */
const nextDate = (weekday: number): string => {
  const soon = new Date(Date.now() + 2 * day);
  return new Date(soon.getTime() + ((weekday - soon.getUTCDay() + 7) % 7) * day).toISOString().slice(0, 10);
};

const wednesday = nextDate(3);
const sunday = nextDate(0);

export const openAtSuite = (client: ServiceClient) => {
  const { sparse, sparseOf } = workCentreSearch(client);
  const list = (query: string) => sparse(`size=100&fields=opening&${query}`);
  const openingOf = async (id: string, openAt: string) =>
    (await sparseOf(id, `fields=opening&open_at=${encodeURIComponent(openAt)}`)).opening;
  const found = async (query: string) => {
    const ids: string[] = [];
    for (let offset = 0, total = 1; offset < total; offset += 100) {
      const { pagination, workcentres } = await list(`${query}&offset=${offset}`);
      for (const { opening } of workcentres) expect(opening?.state).toBe('OPEN');
      ids.push(...workcentres.map(({ id }) => id));
      total = pagination.total;
      expect(ids).toHaveLength(Math.min(total, offset + 100));
    }
    return ids;
  };
  const isTown =
    (state: string) => (record: { readonly addresses: readonly { readonly state?: string }[] }) =>
      record.addresses.some((address) => address.state === state);

  describe('listWorkCentres with open_at', () => {
    it.each([`${wednesday}T10:00`, `${wednesday}T12:30:00Z`, `${sunday}T08:30+10:00`, 'now'])(
      'returns exactly the work centres whose state is OPEN at %s',
      async (openAt) => {
        const open = new Set(await found(`open_at=${encodeURIComponent(openAt)}`));
        expect(open.size).toBeGreaterThan(0);
        for (const id of codesWhere(({ work_centre_id }) => work_centre_id % 7 === 3))
          expect([id, (await openingOf(id, openAt))?.state === 'OPEN']).toEqual([id, open.has(id)]);
      },
    );

    it("reads a local time on each location's clock, and an instant as the same moment everywhere", async () => {
      const offices = async (openAt: string) => new Set(await found(`type=PO&open_at=${openAt}`));
      const [inPerth = ''] = codesWhere((record) => record.type === 'PO' && isTown('WA')(record));
      const [inVictoria = ''] = codesWhere((record) => record.type === 'PO' && isTown('VIC')(record));
      const atNine = await offices(`${wednesday}T09:00`);
      expect([atNine.has(inPerth), atNine.has(inVictoria)]).toEqual([true, true]);
      const atNineInPerth = await offices(`${wednesday}T09:00+08:00`);
      // An unescaped plus arrives as a space.
      expect(atNineInPerth).toEqual(await offices(`${wednesday}T09:00%2B08:00`));
      expect(atNineInPerth).toEqual(await offices(`${wednesday}T01:00:00.9Z`));
      expect(await offices(`${wednesday}t17:00-00:00`)).toEqual(new Set());
    });

    it('checks the given capabilities, any of which must be open', async () => {
      const openAt = `open_at=${wednesday}T08:00`;
      const hatch = await found(`type=PO&attribute[operational_capabilities.id]=PARCEL_COLLECTION&${openAt}`);
      expect(hatch).toContain(codesWhere(({ type }) => type === 'PO')[0]);
      expect(await found(`type=PO&${openAt}`)).not.toContain(hatch[0]);
      const either = 'attribute[operational_capabilities.id]=STAMPS,PARCEL_COLLECTION';
      expect(await found(`type=PO&${either}&${openAt}`)).toEqual(expect.arrayContaining(hatch));
    });

    it('returns the times at which the state changes', async () => {
      for (const time of ['T08:00', 'T11:00', 'T12:45', 'T20:00']) {
        for (const id of codesWhere(({ work_centre_id }) => work_centre_id === 200_000)) {
          const opening = await openingOf(id, wednesday + time);
          expect(opening).toMatchObject({ time_zone: 'Australia/Melbourne' });
          expect(opening?.at.slice(0, 16)).toBe(wednesday + time);
          const { open_until, next_opening } = opening ?? {};
          if (open_until) expect((await openingOf(id, open_until))?.state).toBe('CLOSED');
          if (next_opening) expect((await openingOf(id, next_opening))?.state).toBe('OPEN');
        }
      }
    });

    it('uses the start of the current minute by default', async () => {
      const before = Date.now();
      const { workcentres } = await sparse('fields=opening&type=UPL&size=1');
      const at = Date.parse(workcentres[0]?.opening?.at ?? '');
      expect(at % 60_000).toBe(0);
      expect(at).toBeGreaterThan(before - 60_000);
      expect(at).toBeLessThanOrEqual(Date.now());
      // Lockers are open around the clock.
      expect(workcentres[0]?.opening).toMatchObject({ state: 'OPEN', special: false });
      expect(workcentres[0]?.opening).not.toHaveProperty('open_until');
    });

    it('shows no hours for a street post box', async () => {
      const [id = ''] = codesWhere(({ type }) => type === 'R_SPB');
      const opening = await openingOf(id, `${wednesday}T10:00:30Z`);
      expect(opening).toEqual({ time_zone: expect.any(String), at: expect.any(String), state: 'UNKNOWN' });
    });

    it('shows the openings of capabilities with hours', async () => {
      const [id = ''] = codesWhere(({ type, work_centre_id }) => type === 'PO' && work_centre_id === 200_000);
      const fields = 'attributes.operational_capabilities.opening';
      const centre = await sparseOf(id, `fields=${fields}&open_at=${wednesday}T08:00`);
      const shown = centre.attributes?.operational_capabilities?.map((capability) => [
        capability.id,
        capability.opening?.state,
        capability.opening?.[capability.opening.state === 'OPEN' ? 'open_until' : 'next_opening']?.slice(
          11,
          16,
        ),
      ]);
      expect(shown).toEqual([
        ['BILL_PAYMENT', 'CLOSED', '09:00'],
        ['STAMPS', 'CLOSED', '09:00'],
        // Open on Tuesdays and Thursdays.
        ['PASSPORT', 'CLOSED', '10:00'],
        ['PASSPORT', 'CLOSED', '09:00'],
        ['PARCEL_COLLECTION', 'OPEN', '09:00'],
      ]);
      expect(centre).not.toHaveProperty('opening');
    });

    const invalid = 'open_at: must be now, an RFC 3339 date-time, or a local time such as 2026-12-24T17:30';
    it.each([
      'NOW',
      'yesterday',
      '2026-12-24',
      '2026-02-30T10:00',
      '2026-13-01T10:00Z',
      `${wednesday}T24:00`,
      `${wednesday}T10:60`,
      `${wednesday}T10:00:60Z`,
      `${wednesday}T10:00%2B24:00`,
      `${wednesday}T10:00%2B1100`,
      `${wednesday}%2010:00`,
      `${wednesday}T10:00Z%20`,
      `${wednesday}T10:00%0A`,
    ])('rejects %s', async (openAt) => {
      await client.expectDetails(`/workcentres?open_at=${openAt}`, [invalid]);
      await client.expectDetails(`/workcentres/310003_PO?open_at=${openAt}`, [invalid]);
    });

    it('rejects times more than 31 days ago or 400 days ahead', async () => {
      const tooFar = 'open_at: must be at most 31 days ago and 400 days ahead';
      const inDays = (days: number, end = '') =>
        `open_at=${new Date(Date.now() + days * day).toISOString().slice(0, 19)}${end}`;
      for (const query of [inDays(-31.01), inDays(400.01, 'Z')])
        await client.expectDetails(`/workcentres?${query}`, [tooFar]);
      for (const query of [inDays(-30.99), inDays(399.99, 'Z')])
        await sparse(`fields=opening&size=1&${query}`);
    });

    it('lists violations of other parameters too, and reads an empty value as absent', async () => {
      await client.expectViolation(
        '/workcentres?open_at=2020-01-01T00:00Z&lat=1&size=101',
        'open_at',
        'lon',
        'size',
      );
      await client.expectViolation('/workcentres?open_at=now&open_at=now', 'open_at');
      expect((await list('open_at=')).pagination.total).toBe((await list('')).pagination.total);
    });
  });
};
