import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openSnapshot } from '../../shared/data-access/publishing/snapshot/open-snapshot.ts';
import type { Location } from '../../shared/domain/location/location.ts';
import { pointLine } from '../../shared/wire/locations-v2/point-text.ts';
import { readWorkCentreLine, workCentreLine } from '../../shared/wire/locations-v3/work-centre-line.ts';
import { largeNetwork } from '../support/networks/large-network.ts';
import { aCapability } from '../support/networks/network-records.ts';
import { expectedOf, snapshotOf, snapshotVersion } from '../support/networks/snapshot-of.ts';

const network = largeNetwork(21_000);
const capabilities = Array.from({ length: 60 }, (_, index) => aCapability(index));
const area = { centre: { lat: -37.814, lon: 144.963 }, radiusKm: 50 };

const view = <Body>(line: (location: Location) => string, readLine: (line: string) => Body) => {
  const snapshot = snapshotOf(network, capabilities, snapshotVersion, line);
  const expected = expectedOf(snapshot);
  const makeReady = () => {
    const catalogue = openSnapshot(snapshot, expected, readLine);
    expect(catalogue.nearest(area, {}, 5)).toHaveLength(5);
  };
  return { megabytes: snapshot.length / 1e6, makeReady };
};
const points = view(pointLine, (line) => line);
const workCentres = view(workCentreLine, readWorkCentreLine);

/** Of a processor: whatever else the machine does does not count. */
const millisecondsOf = (work: () => unknown): number => {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
};
const rounds = 11;
const roundsOf = (work: () => unknown) => Array.from({ length: rounds }, () => millisecondsOf(work));

/** The least has paid least for clearing away what was before it, and for caches that others share. */
const quickestOf = (work: () => unknown) => Math.min(...roundsOf(work));

/** Promised of each view. Measured were 2 to 4, the first 5 to 12. */
const mostMilliseconds = 150;

/** Measured were 120 to 140, and less than 25 while others used the machine. The benchmark has new processes for it. */
const leastTimes = 10;

it('the snapshots of 21,000 locations are smaller than 3 MB each', () => {
  const megabytes = [points, workCentres].map((each) => each.megabytes);
  console.log(
    `snapshots of points, of work centres: ${megabytes.map((size) => size.toFixed(2)).join(', ')} MB`,
  );
  expect(Math.max(...megabytes)).toBeLessThan(3);
});

it.each(Object.entries({ points, workCentres }))(
  `the snapshot of %s is opened and searched in at most ${mostMilliseconds} ms of one core`,
  (name, { makeReady }) => {
    const milliseconds = quickestOf(makeReady);
    console.log(`${name}: opened and searched in ${milliseconds.toFixed(1)} ms`);
    expect(milliseconds).toBeLessThan(mostMilliseconds);
  },
);

it(`the first search of a snapshot is answered ${leastTimes} times sooner than JSON of the records is read`, () => {
  const json = gzipSync(JSON.stringify(network));
  const readRecords = () => JSON.parse(gunzipSync(json).toString('utf8'));
  // One after the other: the snapshot would pay for clearing away what was read before it.
  const snapshot = quickestOf(points.makeReady);
  const records = quickestOf(readRecords);
  console.log(
    `snapshot ${snapshot.toFixed(1)} ms, records ${records.toFixed(1)} ms: ${(records / snapshot).toFixed(0)} times`,
  );
  expect(records / snapshot).toBeGreaterThan(leastTimes);
});
