import { describe, expect, it } from 'vitest';
import { readRuns } from '../../../../shared/data-access/publishing/runs.ts';
import { capabilityRecord } from '../../../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../../../shared/domain/importing/location-record.ts';
import type { HourEntry } from '../../../../shared/domain/location/hours/entries.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import { sampleLocationLines } from '../../../sample-network/location-lines.ts';
import { sampleServices } from '../../../sample-network/service-lines.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { aCapability, postOffices } from '../../../support/networks/network-records.ts';
import {
  changeOf,
  manifestIn,
  networkOf,
  publishNetwork,
  runPublisher,
  tablesOf,
} from '../../../support/networks/publish-network.ts';
import { perTest } from '../../../support/per-test.ts';

const store = perTest(startLocalBucket);

const capabilities = sampleServices.map(({ line }) => capabilityRecord.parse(line));
const sampleOf = (places: number) =>
  [...sampleLocationLines(places)].map((line) => locationRecord.parse(line));

/** Changes the usual hours of a location and of its services. */
const withHours = (location: Location, change: (entry: HourEntry) => HourEntry | []): Location => {
  const changed = (entries: readonly HourEntry[]) =>
    entries.flatMap((entry) => (entry.weekday === undefined ? entry : change(entry)));
  return {
    ...location,
    hours: changed(location.hours),
    services: location.services.map(({ hours, ...service }) =>
      hours ? { ...service, hours: changed(hours) } : service,
    ),
  };
};

const movedTo = (location: Location, lat: number, lon: number): Location => ({
  ...location,
  coordinates: { lat, lon },
});

type Corruption = (location: Location, index: number, all: readonly Location[]) => Location;

const weekly =
  (change: (entry: HourEntry) => HourEntry): Corruption =>
  (location) =>
    withHours(location, change);

/** Faults of imports by the change that the publisher reports. */
const badImports: Readonly<Record<string, Readonly<Record<string, Corruption>>>> = {
  hours: {
    'weekdays shifted by one': weekly((entry) => ({ ...entry, weekday: ((entry.weekday ?? 0) + 1) % 7 })),
    'in UTC': weekly((entry) => ({ ...entry, startTime: '23:00', endTime: '07:00' })),
    'afternoons without PM': weekly((entry) => ({ ...entry, endTime: '05:00' })),
    exchanged: weekly(({ startTime, endTime, ...rest }) => ({
      ...rest,
      startTime: endTime,
      endTime: startTime,
    })),
    'offices closed on Saturdays': (office) =>
      office.type === 'PO' ? withHours(office, (entry) => (entry.weekday === 5 ? [] : entry)) : office,
  },
  positions: {
    'Tasmania moved': (location) =>
      location.addresses[0].state === 'TAS'
        ? movedTo(location, location.coordinates.lat + 1, location.coordinates.lon)
        : location,
    'latitude and longitude swapped': (location) =>
      movedTo(location, location.coordinates.lon - 180, location.coordinates.lat),
    'rounded to whole degrees': (office) =>
      movedTo(office, Math.round(office.coordinates.lat), Math.round(office.coordinates.lon)),
  },
  services: {
    emptied: (location) => ({ ...location, services: [] }),
    'shifted by one column': (location) => ({
      ...location,
      services: location.services.map(({ code }) => ({ code: code + 1 })),
    }),
  },
  names: {
    truncated: ({ longName, ...location }) => ({
      ...location,
      ...(longName && { longName: longName.slice(0, 12) }),
    }),
    'of the neighbour': (location, index, all) => ({
      ...location,
      name: all[(index + 1) % all.length]?.name,
    }),
    'phone numbers of lockers': (location, index) =>
      location.type === 'UPL' ? { ...location, name: `(03) 5550 ${1000 + index}` } : location,
  },
};
const faults = Object.entries(badImports).flatMap(([change, corruptions]) =>
  Object.entries(corruptions).map(([fault, corrupt]) => ({ fault: `${change} ${fault}`, change, corrupt })),
);

describe('a faulty import', () => {
  it('is rejected with examples for every kind of fault, until it is forced', async () => {
    const network = sampleOf(40);
    const { version } = await publishNetwork(store, networkOf(network, capabilities));
    let last = network;
    for (const { fault, change, corrupt } of faults) {
      last = network.map(corrupt);
      const result = await runPublisher(store, networkOf(last, capabilities));
      expect({ fault, result }).toMatchObject({ fault, result: { status: 'refused' } });
      const examples = result.status === 'refused' ? result.examples : [];
      expect(examples, fault).toHaveLength(10);
      for (const example of examples) {
        expect(example, fault).toMatchObject({ id: expect.stringMatching(/^\d+_/), change });
        expect(example.before).not.toBe(example.after);
      }
    }
    expect((await manifestIn(store)).version).toBe(version);
    // Forcing an import of another kind does not allow the change.
    const lastImport = networkOf(last, capabilities);
    const ofServices = { reason: 'import', onlyChanges: true, mayLose: 'services' };
    expect(await runPublisher(store, lastImport, { event: ofServices })).toMatchObject({ status: 'refused' });
    const forced = await runPublisher(store, lastImport, { event: { ...ofServices, mayLose: 'locations' } });
    expect(forced).toMatchObject({ status: 'published' });
    expect(await runPublisher(store, lastImport)).toMatchObject({ status: 'published' });
  });

  it('is explained by the values before and after', async () => {
    const network = postOffices(100);
    const described = [aCapability(1), aCapability(2)];
    await publishNetwork(store, networkOf(network, described));
    const corrupted = network.map((location) => ({
      ...withHours(location, (entry) => ({ ...entry, weekday: (entry.weekday ?? 0) + 1 })),
      services: [{ code: 2 }],
    }));
    const rejected = await runPublisher(store, networkOf(corrupted, described));
    expect(rejected).toMatchObject({
      why:
        '100 of 100 published locations have different weekly hours, more than 10 %; ' +
        '100 of 100 published locations have lost services, more than 10 %',
      examples: expect.arrayContaining([
        { id: '000001_PO', change: 'hours', before: 'Mo-Fr 09:00-17:00', after: 'Tu-Sa 09:00-17:00' },
        { id: '000001_PO', change: 'services', before: '1 2', after: '2' },
      ]),
    });
    expect((await readRuns(store))[0]?.outcome).toEqual(rejected);
  });
});

it('publishes the loss of services that no capability describes, because no response shows them', async () => {
  const described = [aCapability(2)];
  await publishNetwork(store, networkOf(postOffices(100), described));
  const without = postOffices(100).map((office) => ({ ...office, services: [{ code: 2 }] }));
  const result = await runPublisher(store, networkOf(without, described));
  expect(result).toMatchObject({ status: 'published', changes: { changed: 100 } });
});

describe('changes in many small batches', () => {
  const renamedUpTo = (count: number) =>
    postOffices(200).map((office, index) => (index < count ? { ...office, name: `X ${index}` } : office));
  const publishRenamed = (count: number) =>
    runPublisher(store, networkOf([]), {
      tables: tablesOf(networkOf(renamedUpTo(count))),
      event: changeOf(...postOffices(count).map(({ locationCode }) => locationCode)),
    });

  it('are counted from the last full exports, and by the next full run', async () => {
    await publishNetwork(store, networkOf(postOffices(200)));
    for (const count of [8, 15, 20]) expect(await publishRenamed(count)).toMatchObject({ full: false });
    const tooMany = {
      status: 'refused',
      why: '21 of 200 published locations have a different name, more than 5 %',
    };
    expect(await publishRenamed(21)).toMatchObject(tooMany);
    expect(await runPublisher(store, networkOf(renamedUpTo(21)))).toMatchObject(tooMany);
    await publishNetwork(store, networkOf(renamedUpTo(20)), { event: {} });
    expect(await publishRenamed(40)).toMatchObject({ status: 'published' });
  });

  it('do not count once they are reverted', async () => {
    await publishNetwork(store, networkOf(postOffices(200)));
    await publishRenamed(20);
    const undone = await runPublisher(store, networkOf([]), {
      tables: tablesOf(networkOf(postOffices(200))),
      event: changeOf(...postOffices(20).map(({ locationCode }) => locationCode)),
    });
    expect(undone).toMatchObject({ status: 'published', changes: { changed: 20 } });
    expect((await manifestIn(store)).guarded).toBeUndefined();
    const others = postOffices(200).map((office, index) =>
      index >= 180 ? { ...office, name: 'X' } : office,
    );
    expect(await runPublisher(store, networkOf(others))).toMatchObject({ status: 'published' });
  });

  it('do not include added locations that change again', async () => {
    await publishNetwork(store, networkOf(postOffices(100)));
    const added = (name: string) =>
      runPublisher(store, networkOf([]), {
        tables: tablesOf(
          networkOf(postOffices(150).map((office, index) => (index < 100 ? office : { ...office, name }))),
        ),
        event: changeOf(...postOffices(150).map(({ locationCode }) => locationCode)),
      });
    expect(await added('A')).toMatchObject({ changes: { added: 50 } });
    expect(await added('B')).toMatchObject({ status: 'published', changes: { changed: 50 } });
  });
});

it('publishes any change to a few locations, even if they are a large share', async () => {
  await publishNetwork(store, networkOf(postOffices(10)));
  const changed = postOffices(10).map((office, index) =>
    index < 3 ? { ...office, name: 'X', hours: [], coordinates: { lat: 0, lon: 0 }, services: [] } : office,
  );
  expect(await runPublisher(store, networkOf(changed))).toMatchObject({ status: 'published' });
});

it('publishes what may change everywhere at once: special hours, phone numbers, corrected coordinates and a new service', async () => {
  const described = [1, 2, 3].map(aCapability);
  await publishNetwork(store, networkOf(postOffices(100), described));
  const christmas = { type: 'SPECIAL_CLOSED', startDate: '25/12/2028', endDate: '26/12/2028' } as const;
  const changed = postOffices(100).map((office) => ({
    ...movedTo(office, office.coordinates.lat + 0.002, office.coordinates.lon),
    hours: [...office.hours, christmas],
    phoneNumber: '(03) 5550 1000',
    services: [...office.services, { code: 3 }],
  }));
  expect(await runPublisher(store, networkOf(changed, described))).toMatchObject({
    status: 'published',
    changes: { changed: 100 },
  });
});
