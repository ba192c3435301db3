import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { planLocation, stamped } from '../../../../infra/operator/locations/plan-change.ts';
import { changeRepository } from '../../../../shared/data-access/location-changes/change-repository.ts';
import { overrideKey } from '../../../../shared/data-access/location-changes/override-table.ts';
import type { Overrides } from '../../../../shared/domain/location/overrides/overrides.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { aCapability, postOffice, postOffices } from '../../../support/networks/network-records.ts';
import {
  changeOf as changeOfRows,
  networkOf,
  networkOfTables,
  runPublisher,
} from '../../../support/networks/publish-network.ts';
import { perTest } from '../../../support/per-test.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { storeRows } from '../../../support/tables/store-tables.ts';
import { catalogueOf } from './published-files.ts';

const first = '000001_PO';

/** Builds an event from the stream of the changes table. */
const changeOf = (...keys: readonly { readonly partition: string; readonly id: string }[]) => ({
  Records: keys.map(({ partition, id }) => ({
    eventSource: 'aws:dynamodb',
    dynamodb: { Keys: { partition: { S: partition }, id: { S: id } } },
  })),
});

const batch = { at: '2026-11-20T00:00:00.000Z', by: 'ada@example', reason: 'a test' };

const overridesOf = (
  values: Readonly<Record<string, unknown>>,
  until?: string,
  replaced: unknown = null,
): Overrides =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, until, replaced, batch: 'B1', ...batch }]),
  );

describe('manual changes', () => {
  const store = perTest(startLocalBucket);
  const database = perTest(() => startEmbeddedTables().then(withConsistentReads));
  beforeEach(async () => {
    await storeRows(database, 'locations', postOffices(3));
    await storeRows(database, 'capabilities', [aCapability(1), aCapability(2)]);
  });

  const repository = () =>
    changeRepository({ client: database.client, tableName: database.tables.locationChanges });
  const eventOf = (code: string, id: string) =>
    changeOf(overrideKey(code), { partition: `location ${code}`, id }, { partition: 'batches', id });
  const override = async (code: string, fields: Overrides) => {
    const given = { id: repository().newBatchId(), command: 'test', ...batch };
    const read = (await repository().overridesOf([code])).get(code);
    await repository().write(given, [{ code, read, fields }]);
    return eventOf(code, given.id);
  };
  const publish = (event: unknown = {}, now = Date.now) =>
    runPublisher(store, networkOf([]), { tables: networkOfTables(database), event, now });
  const published = async (code = first) => (await catalogueOf(store)).get(code);

  it("are published through their table's stream, which contains only the changed location", async () => {
    await publish();
    const event = await override(first, overridesOf({ name: 'BY HAND' }));
    const result = await publish(event);
    expect(result).toMatchObject({ full: false, changes: { added: 0, changed: 1, removed: 0 } });
    expect(await published()).toMatchObject({ name: 'BY HAND', phoneNumber: '(02) 5550 0000' });
  });

  it('are published as a whole batch, and only after the batch is complete', async () => {
    await publish();
    const fields = overridesOf({ name: 'BY HAND' });
    const many = Array.from({ length: 60 }, (_, index) => ({ code: `X_${index}`, read: undefined, fields }));
    const given = { id: repository().newBatchId(), command: 'test', ...batch };
    const event = eventOf(first, given.id);
    let during: Promise<unknown> | undefined;
    await repository().write(given, [...many, { code: first, read: undefined, fields }], () => {
      during ??= publish(event).catch((error: unknown) => error);
    });
    expect(await during).toEqual(new Error('the event needs no run'));
    expect(await publish(event)).toMatchObject({ status: 'published', changes: { changed: 1 } });
  });

  it('are kept if an import replaces the record, and its other fields are published', async () => {
    await override(first, overridesOf({ name: 'BY HAND' }));
    await storeRows(database, 'locations', [postOffice(1, { name: 'IMPORTED', phoneNumber: '1' })]);
    await publish();
    expect(await published()).toMatchObject({ name: 'BY HAND', phoneNumber: '1' });
  });

  it.each([
    // Sydney is 11 hours ahead, Perth 8.
    ["the location's time zone", {}, '2026-12-24T12:59:00Z', '2026-12-24T13:00:00Z'],
    [
      'the time zone that an override sets',
      overridesOf({ time_zone: 'Australia/Perth' }),
      '2026-12-24T15:59:00Z',
      '2026-12-24T16:00:00Z',
    ],
  ])(
    'expire with the first scheduled run after their last day in %s',
    async (_zone, others, before, after) => {
      await override(first, { ...overridesOf({ name: 'BY HAND' }, '2026-12-24'), ...others });
      const run = (instant: string) => publish({ reason: 'schedule' }, () => Date.parse(instant));
      await run(before);
      expect((await published())?.name).toBe('BY HAND');
      expect(await run(after)).toMatchObject({ changes: { changed: 1 } });
      expect((await published())?.name).toBe('POST OFFICE 1');
    },
  );

  describe('of many locations', () => {
    const many = postOffices(60);
    const { hours } = postOffice(1);
    const evening = hours.map((entry) => ({ ...entry, endTime: '20:00' }));
    const run = (instant: string, event: object = { reason: 'schedule' }) =>
      publish(event, () => Date.parse(instant));
    /** Changes half of the locations until the end of 24 December, which is at 13:00 UTC. */
    const publishUntilChristmas = async () => {
      await storeRows(database, 'locations', many);
      await storeRows(database, 'capabilities', [aCapability(3)]);
      const fields = {
        ...overridesOf({ hours: evening }, '2026-12-24', hours),
        ...overridesOf({ 'service:3': true }, '2026-12-24', false),
      };
      for (const { locationCode } of many.slice(0, 30)) await override(locationCode, fields);
      const added = overridesOf({ added: postOffice(99) }, '2026-12-24');
      await override('000099_PO', added);
      await run('2026-12-24T11:00:00Z', { force: true });
      expect(await published()).toMatchObject({
        hours: evening,
        services: [{ code: 1 }, { code: 2 }, { code: 3 }],
      });
      return fields;
    };

    it('end without being rejected as implausible', async () => {
      await publishUntilChristmas();
      const changes = { added: 0, changed: 30, removed: 1 };
      expect(await run('2026-12-24T13:00:00Z')).toMatchObject({ status: 'published', changes });
      expect(await published()).toEqual(postOffice(1));
    });

    it('end in a run for changed rows, and are not counted later', async () => {
      await publishUntilChristmas();
      for (const [description, time] of [
        ['A', '2026-12-24T13:05:00Z'],
        ['B', '2026-12-24T13:10:00Z'],
      ] as const) {
        const rows = many.slice(0, 30).map((office) => ({ ...office, description }));
        await storeRows(database, 'locations', rows);
        const event = changeOfRows(...rows.map(({ locationCode }) => locationCode));
        expect(await run(time, event)).toMatchObject({ full: false, changes: { changed: 30 } });
      }
      expect(await run('2026-12-24T14:00:00Z')).toMatchObject({ status: 'published' });
    });

    it.each(['', ', even if they were set again'])(
      'do not hide changes in the file when they end%s',
      async (setAgain) => {
        const fields = await publishUntilChristmas();
        const shifted = hours.map((entry) => ({ ...entry, weekday: (entry.weekday ?? 0) + 1 }));
        const changed = many.map((office, index) => (index < 30 ? { ...office, hours: shifted } : office));
        await storeRows(database, 'locations', changed);
        for (const imported of setAgain ? changed.slice(0, 30) : []) {
          const location = {
            code: imported.locationCode,
            imported,
            stored: { id: 'any', revision: 'any', fields },
          };
          const edits = { set: { hours: evening }, until: '2026-12-24' };
          const planned = planLocation(location, edits, new Date('2026-12-24T11:30:00Z'));
          await override(planned.code, stamped(planned.fields, { id: 'B2', ...batch }));
        }
        expect(await run('2026-12-24T12:00:00Z')).toMatchObject({ changes: { changed: 0 } });
        expect(await run('2026-12-24T13:00:00Z')).toMatchObject({
          status: 'refused',
          why: expect.stringMatching('^30 of 61 published locations have different weekly hours'),
        });
      },
    );

    it('are compared with the file only if they ended since the last full exports, and not if they set the hours on dates', async () => {
      const ends = { '000001_PO': '2026-12-21', '000002_PO': '2026-12-24', '000003_PO': '2026-12-26' };
      for (const [code, until] of Object.entries(ends))
        await override(code, overridesOf({ hours: evening }, until, hours));
      await override('000004_PO', overridesOf({ 'hours:2026-12-24': [] }, '2026-12-24', []));
      await storeRows(database, 'locations', many);
      const { withEnded } = await networkOfTables(database).readAll(
        new Date('2026-12-24T14:00:00Z'),
        new Date('2026-12-24T12:00:00Z'),
      );
      expect([...(withEnded?.keys() ?? [])]).toEqual(['000002_PO']);
    });
  });

  it('are ignored if they are invalid, without affecting others or the publication', async () => {
    const values = { name: 'BY HAND', position: { lat: 91, lon: 0 }, unknown: 1, hours: [{ type: 'NO' }] };
    await override(first, overridesOf(values));
    await override('ABSENT_PO', overridesOf({ name: 'BY HAND' }));
    expect(await publish()).toMatchObject({ status: 'published', locations: 3, skippedRows: 0 });
    expect(await published()).toEqual(postOffice(1, { name: 'BY HAND' }));
  });

  it('are skipped if their row cannot be read', async () => {
    const Item = { ...overrideKey(first), revision: 1 };
    await database.client.send(new PutCommand({ TableName: database.tables.locationChanges, Item }));
    expect(await publish()).toMatchObject({ status: 'published', locations: 3 });
    expect(await published()).toEqual(postOffice(1));
  });

  it('can add a location until an import contains it, and can remove a location', async () => {
    const added = postOffice(7, { name: 'BY HAND' });
    const event = await override(added.locationCode, overridesOf({ added }));
    await override(first, overridesOf({ removed: true }));
    await publish();
    expect(await published(added.locationCode)).toEqual(added);
    expect(await published()).toBeUndefined();
    await storeRows(database, 'locations', [postOffice(7)]);
    await publish(event);
    expect(await published(added.locationCode)).toEqual(postOffice(7));
  });
});
