import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { publishedFiles } from '../../../../infra/operator/verify.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { aCapability, postOffice, postOffices } from '../../../support/networks/network-records.ts';
import { manifestIn } from '../../../support/networks/publish-network.ts';
import { perFile } from '../../../support/per-test.ts';
import { forkPublisher } from '../../../support/processes/forked-publisher.ts';
import { startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { storeRows } from '../../../support/tables/store-tables.ts';

/**
 * Number of kills at random times. publication-crashes.test.ts tests a crash at each write. This test covers the times
 * between writes, and needs many runs to find a fault. `KILLS=30` takes about two minutes.
 */
const kills = Number(process.env.KILLS ?? 2);
const locations = 300;
const lease = 61_000;

const database = perFile(startEmbeddedTables);
const store = perFile(startLocalBucket);
beforeAll(async () => {
  await storeRows(database, 'capabilities', [aCapability(1), aCapability(2)]);
  await storeRows(database, 'locations', postOffices(locations).map(inconvenient));
});

/** Adds incompressible text, so that writing and storing the files takes some time. */
function inconvenient(office: Location): Location {
  return { ...office, directions: randomBytes(9_000).toString('base64') };
}

/** Starts a publisher whose clock is ahead, so that the lease of the previous run has expired. */
const startPublisher = (run: number) => forkPublisher(database, store, { clockAhead: run * lease });

const changeLocation = (run: number) =>
  storeRows(database, 'locations', [inconvenient(postOffice(1, { name: `OFFICE OF RUN ${run}` }))]);

it(`F10: ${kills} kills at random times leave complete files, and the next run recovers`, {
  timeout: 300_000,
}, async () => {
  const first = await startPublisher(0);
  const began = performance.now();
  expect(await first.result).toMatchObject({ status: 'published', locations });
  // Duration of the fastest completed run. The first run is slow, so with its duration most kills would come too late.
  let duration = performance.now() - began;

  let killed = 0;
  let run = 1;
  for (; killed < kills && run <= 3 * kills; run++) {
    await changeLocation(run);
    const { kill, exited } = await startPublisher(run);
    const startedAt = performance.now();
    await Promise.race([delay(Math.random() * duration), exited]);
    kill();
    if (await exited) killed++;
    else duration = Math.min(duration, performance.now() - startedAt);
    // Every file that the manifest names exists and is intact.
    const manifest = await manifestIn(store);
    expect(manifest.counts.locations).toBe(locations);
    for (const { check } of publishedFiles(store, manifest)) await check();
  }
  expect(killed).toBe(kills);

  await changeLocation(run);
  const last = await startPublisher(run);
  expect(await last.result).toMatchObject({ status: 'published', locations });
});
