import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { verifyVersion } from '../../../functions/platform/publication/verify-version.ts';
import { publicationResult } from '../../../shared/domain/location/publication.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../support/embedded-tables.ts';
import { type LocalBucket, startLocalBucket } from '../../support/local-bucket.ts';
import { aCapability, postOffice, postOffices } from '../../support/network-records.ts';
import { manifestIn } from '../../support/publish-network.ts';
import { storeRows } from '../../support/store-tables.ts';

const script = fileURLToPath(new URL('../../support/publisher-process.ts', import.meta.url));
const kills = 30;
const locations = 1_000;
const lease = 61_000;

let database: EmbeddedTables;
let store: LocalBucket;
beforeAll(async () => {
  [database, store] = await Promise.all([startEmbeddedTables(), startLocalBucket()]);
  await storeRows(database, 'capabilities', [aCapability(1), aCapability(2)]);
  await storeRows(database, 'locations', postOffices(locations));
});
afterAll(() => Promise.all([database.close(), store.close()]));

/** Starts a publisher; its clock says that the lease of the one before has ended. */
const startPublisher = async (run: number) => {
  const child = fork(script, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      PATH: process.env.PATH,
      AWS_REGION: 'ap-southeast-2',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local-secret',
      AWS_ENDPOINT_URL_DYNAMODB: database.engine.endpoint,
      AWS_ENDPOINT_URL_S3: store.endpoint,
      LOCATIONS_TABLE: database.tables.locations,
      CAPABILITIES_TABLE: database.tables.capabilities,
      PUBLISHED_BUCKET: store.bucket,
      CLOCK_AHEAD: String(run * lease),
    },
  });
  const exited = once(child, 'exit');
  const ended = once(child, 'message').then(() => once(child, 'message'));
  // Nobody waits for a message of one that is killed.
  ended.catch(() => {});
  await once(child, 'message');
  return { child, exited, ended };
};

const publish = async (run: number) => {
  const { exited, ended } = await startPublisher(run);
  const [message] = await ended;
  await exited;
  return z.object({ result: publicationResult }).parse(message).result;
};

/** The number in the name of the one location that changes before every run. */
const changeLocation = (run: number) =>
  storeRows(database, 'locations', [postOffice(1, { name: `OFFICE OF RUN ${run}` })]);

it(`F10: ${kills} kills at random points leave whole files served, and the next run heals`, {
  timeout: 300_000,
}, async () => {
  const began = performance.now();
  expect(await publish(0)).toMatchObject({ status: 'published', locations });
  const whole = performance.now() - began;
  const versions = new Set<string>();
  const delays: number[] = [];
  for (let run = 1; run <= kills; run++) {
    await changeLocation(run);
    const { child, exited } = await startPublisher(run);
    delays.push(Math.random() * whole);
    await Promise.race([delay(delays.at(-1)), exited]);
    child.kill('SIGKILL');
    await exited;
    // Whatever is named is there, whole, and of one version.
    const manifest = await manifestIn(store);
    await verifyVersion(store, manifest, { version: manifest.version, locations });
    versions.add(manifest.version);
  }
  await changeLocation(kills + 1);
  expect(await publish(kills + 1)).toMatchObject({ status: 'published', locations });
  // Some were killed before they moved the manifest: else nothing was tried.
  expect(versions.size, `killed after ${delays.map(Math.round)} ms`).toBeLessThan(kills);
});
