import { describe, expect, it } from 'vitest';
import { compareNetworks } from '../../../../functions/platform/publication/compare.ts';
import { whyImplausible } from '../../../../functions/platform/publication/implausible-network.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { readRuns } from '../../../../shared/data-access/publishing/runs.ts';
import { capabilityRecord } from '../../../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../../../shared/domain/importing/location-record.ts';
import type { HourEntry } from '../../../../shared/domain/location/hours/entries.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import {
  addDifferences,
  type GuardedChanges,
} from '../../../../shared/domain/publication/guarded-changes.ts';
import { draw } from '../../../sample-network/draw.ts';
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
const withHours = (location: Location, change: (entry: HourEntry) => HourEntry[]): Location => {
  const changed = (entries: readonly HourEntry[]) =>
    entries.flatMap((entry) => (entry.weekday === undefined ? [entry] : change(entry)));
  return {
    ...location,
    hours: changed(location.hours),
    services: location.services.map(({ hours, ...service }) =>
      hours ? { ...service, hours: changed(hours) } : service,
    ),
  };
};

const shiftedBy = (time: string | undefined, hours: number): string => {
  const [hour, minute] = (time ?? '').split(':');
  return `${String((Number(hour) + hours + 24) % 24).padStart(2, '0')}:${minute}`;
};

const stateOf = ({ addresses }: Location): string => addresses[0].state;

const movedTo = (location: Location, lat: number, lon: number): Location => ({
  ...location,
  coordinates: { lat, lon },
});

type Corruption = (location: Location, index: number, all: readonly Location[]) => Location;

const badImports: Readonly<Record<string, { readonly change: string; readonly corrupt: Corruption }>> = {
  'weekdays shifted by one': {
    change: 'hours',
    corrupt: (location) =>
      withHours(location, (entry) => [{ ...entry, weekday: ((entry.weekday ?? 0) + 1) % 7 }]),
  },
  'hours in UTC': {
    change: 'hours',
    corrupt: (location) =>
      withHours(location, (entry) => [
        { ...entry, startTime: shiftedBy(entry.startTime, -10), endTime: shiftedBy(entry.endTime, -10) },
      ]),
  },
  'afternoons without PM': {
    change: 'hours',
    corrupt: (location) =>
      withHours(location, (entry) => [
        {
          ...entry,
          endTime: (entry.endTime ?? '') >= '13:00' ? shiftedBy(entry.endTime, -12) : entry.endTime,
        },
      ]),
  },
  'opening and closing exchanged': {
    change: 'hours',
    corrupt: (location) =>
      withHours(location, (entry) => [{ ...entry, startTime: entry.endTime, endTime: entry.startTime }]),
  },
  'all offices closed on Saturdays': {
    change: 'hours',
    corrupt: (location) =>
      location.type === 'PO'
        ? withHours(location, (entry) => (entry.weekday === 5 ? [] : [entry]))
        : location,
  },
  'Tasmania moved': {
    change: 'positions',
    corrupt: (location) =>
      stateOf(location) === 'TAS'
        ? movedTo(location, location.coordinates.lat + 1, location.coordinates.lon)
        : location,
  },
  'latitude and longitude swapped': {
    change: 'positions',
    corrupt: (location) => movedTo(location, location.coordinates.lon - 180, location.coordinates.lat),
  },
  'coordinates rounded to whole degrees': {
    change: 'positions',
    corrupt: (location) =>
      movedTo(location, Math.round(location.coordinates.lat), Math.round(location.coordinates.lon)),
  },
  'services emptied': { change: 'services', corrupt: (location) => ({ ...location, services: [] }) },
  'services shifted by one column': {
    change: 'services',
    corrupt: (location) => ({
      ...location,
      services: location.services.map(({ code }) => ({ code: code + 1 })),
    }),
  },
  'names truncated': {
    change: 'names',
    corrupt: (location) => ({
      ...location,
      ...(location.longName !== undefined && { longName: location.longName.slice(0, 12) }),
    }),
  },
  'names of the neighbour': {
    change: 'names',
    corrupt: ({ name: _, ...location }, index, all) => {
      const { name } = all[(index + 1) % all.length] ?? {};
      return { ...location, ...(name !== undefined && { name }) };
    },
  },
  'phone numbers in names of lockers': {
    change: 'names',
    corrupt: (location, index) =>
      location.type === 'UPL' ? { ...location, name: `(03) 5550 ${1000 + index}` } : location,
  },
};

describe('a faulty import', () => {
  it('is rejected with examples for every kind of fault, until it is forced', async () => {
    const network = sampleOf(40);
    const { version } = await publishNetwork(store, networkOf(network, capabilities));
    let last = network;
    for (const [fault, { change, corrupt }] of Object.entries(badImports)) {
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
      ...withHours(location, (entry) => [{ ...entry, weekday: (entry.weekday ?? 0) + 1 }]),
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

/** Creates an in-memory network that is published weekly. */
const publishWeekly = (first: readonly Location[]) => {
  const limits = { changes: stages.prod.changeLimits, mayLose: undefined };
  const networkOf = (locations: readonly Location[], offered: typeof capabilities) => ({
    capabilities: offered,
    records: locations
      .map((location) => ({ code: location.locationCode, text: JSON.stringify(location) }))
      .sort((one, other) => (one.code < other.code ? -1 : 1)),
  });
  let locations = first;
  let candidate = networkOf(first, capabilities);
  return (next: readonly Location[], offered: typeof capabilities) => {
    const network = candidate;
    const types = Object.groupBy(locations, ({ type }) => type);
    const counts = { locations: network.records.length, capabilities: network.capabilities.length };
    const full = { locations: counts.locations };
    locations = next;
    candidate = networkOf(next, offered);
    const { differences } = compareNetworks(network, candidate, '2026-01-01T00:00:00.000Z');
    const none: GuardedChanges = new Map();
    return whyImplausible(
      {
        network: candidate,
        skippedRows: 0,
        isFull: true,
        manifest: { counts, full },
        previous: { network, sizeOfType: (type) => types[type]?.length ?? 0 },
        guardedChanges: addDifferences(none, differences, new Date()),
      },
      limits,
    )?.why;
  };
};

const isOffice = ({ type }: Location) => type === 'PO';

/**
 * Changes a network as in an ordinary week. In the weeks of `events`, one kind of change is more frequent: 6 % of the
 * offices have different hours in summer, a new service starts at most offices, or a partner renames its outlets.
 */
const ordinaryWeek = (network: readonly Location[], week: number, seed: number): Location[] => {
  const happens = (share: number, what: string, code: string) => draw(seed, week, what, code) < share;
  const isSummerChange = week === 13 || week === 39;
  return network.flatMap((location): Location[] => {
    const { locationCode: code, name = '', coordinates } = location;
    const is = (share: number, what: string) => happens(share, what, code);
    if (is(0.0008, 'closes')) return [];
    let next = location;
    const isSeasonal = isSummerChange && isOffice(location) && draw(seed, 'seasonal', code) < 0.06;
    if (isSeasonal || is(0.004, 'other hours'))
      next = withHours(next, (entry) => [
        { ...entry, endTime: `${Math.min(23, 12 + (week % 2) + Number(entry.weekday))}:30` },
      ]);
    if (week === 48)
      next = {
        ...next,
        hours: [
          ...next.hours,
          { type: 'SPECIAL_CLOSED', startDate: '25/12/2028', endDate: '26/12/2028' },
          {
            type: 'SPECIAL_HOURS',
            startTime: '09:00',
            endTime: '13:00',
            startDate: '24/12/2028',
            endDate: '24/12/2028',
          },
        ],
      };
    const isNewService = week === 9 && isOffice(location) && is(0.7, 'new service');
    if (isNewService) next = { ...next, services: [...next.services, { code: 900 }] };
    const isWithdrawn = week === 20 && is(0.04, 'withdrawn');
    if (isWithdrawn || is(0.002, 'loses a service')) next = { ...next, services: next.services.slice(1) };
    const isRebranded = week === 30 && isOffice(location) && is(0.02, 'rebranded');
    if (isRebranded || is(0.003, 'renamed')) next = { ...next, name: `${name} ${week}` };
    // In one week, a tenth of the network gets better coordinates. In any week, some outlets move.
    if (week === 17 && is(0.1, 'geocoded')) next = movedTo(next, coordinates.lat + 0.002, coordinates.lon);
    if (is(0.0005, 'moved house')) next = movedTo(next, coordinates.lat + 0.02, coordinates.lon);
    if (is(0.01, 'other phone')) next = { ...next, phoneNumber: `(03) 5550 ${1000 + week}` };
    return is(0.0015, 'opens') ? [next, { ...next, locationCode: `W${week}-${code}`.slice(0, 40) }] : [next];
  });
};

it('52 ordinary weeks cause at most one false rejection', () => {
  let network: readonly Location[] = sampleOf(50);
  const publish = publishWeekly(network);
  const withNew = [...capabilities, aCapability(900)];
  const rejections: string[] = [];
  for (let week = 1; week <= 52; week++) {
    network = ordinaryWeek(network, week, 2);
    const why = publish(network, week >= 9 ? withNew : capabilities);
    if (why !== undefined) rejections.push(`week ${week}: ${why}`);
  }
  expect(rejections.slice(1)).toEqual([]);
});
