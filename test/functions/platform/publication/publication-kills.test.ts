import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { publishedFiles } from '../../../../infra/operator/verify.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import { leaseKey } from '../../../../shared/domain/publication/object-keys.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { aCapability, postOffice, postOffices } from '../../../support/networks/network-records.ts';
import { manifestIn } from '../../../support/networks/publish-network.ts';
import { perFile } from '../../../support/per-test.ts';
import { forkFunction, publisherEnvironment } from '../../../support/processes/forked-function.ts';
import { startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { storeRows } from '../../../support/tables/store-tables.ts';

/**
 * Number of kills at random times. publication-crashes.test.ts tests a crash at each write. This test covers the times
 * between writes, and needs many runs to find a fault. `KILLS=30` takes about two minutes.
 */
const kills = Number(process.env.KILLS ?? 2);
const locations = 300;

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

const file = fileURLToPath(new URL('../../../../functions/platform/publish-locations.ts', import.meta.url));

/** Starts a publisher in its own process. If the previous one was killed, its lease has expired. */
const startPublisher = async () => {
  const expired = { holder: 'killed', endsAt: '2026-01-01T00:00:00.000Z', released: false };
  await store.put(leaseKey, JSON.stringify(expired));
  const { NODE_COMPILE_CACHE = '' } = process.env;
  const environment = { ...publisherEnvironment(database, store), NODE_COMPILE_CACHE };
  const { answer, stop } = await forkFunction({ file, environment });
  return { publish: () => answer([{ reason: 'test' }]), kill: () => stop('SIGKILL') };
};

/** Publishes in a process that is not killed, and returns the milliseconds that the publication took. */
const publishUndisturbed = async (): Promise<number> => {
  const publisher = await startPublisher();
  const began = performance.now();
  const { statuses } = await publisher.publish();
  const duration = performance.now() - began;
  await publisher.kill();
  expect(statuses).toEqual(['published']);
  expect((await manifestIn(store)).counts.locations).toBe(locations);
  return duration;
};

const changeLocation = (run: number) =>
  storeRows(database, 'locations', [inconvenient(postOffice(1, { name: `OFFICE OF RUN ${run}` }))]);

it(`F10: ${kills} kills at random times leave complete files, and the next run recovers`, {
  timeout: 300_000,
}, async () => {
  // Duration of the fastest completed run. The first run is slow, so with its duration most kills would come too late.
  let duration = await publishUndisturbed();

  let killed = 0;
  let run = 1;
  for (; killed < kills && run <= 3 * kills; run++) {
    await changeLocation(run);
    const { publish, kill } = await startPublisher();
    const startedAt = performance.now();
    const ended = publish().then(
      () => 'done',
      () => 'failed',
    );
    const outcome = await Promise.race([delay(Math.random() * duration, 'running'), ended]);
    await kill();
    expect(outcome).not.toBe('failed');
    if (outcome === 'done') duration = Math.min(duration, performance.now() - startedAt);
    else killed++;
    // Every file that the manifest names exists and is intact.
    const manifest = await manifestIn(store);
    expect(manifest.counts.locations).toBe(locations);
    for (const { check } of publishedFiles(store, manifest)) await check();
  }
  expect(killed).toBe(kills);

  await changeLocation(run);
  await publishUndisturbed();
});
