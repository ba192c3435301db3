import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { publishNewest } from '../../../../infra/local/start/newest-publication.ts';
import { publishAsFormer } from '../../../support/former-release/former-publication.ts';
import {
  frozenPublication,
  frozenVersion,
  storeFrozen,
} from '../../../support/former-release/frozen-publication.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { aCapability, postOffices } from '../../../support/networks/network-records.ts';
import { manifestIn, publishNetwork } from '../../../support/networks/publish-network.ts';

const before = { locations: postOffices(20), capabilities: [aCapability(1)] };
const since = { locations: postOffices(30), capabilities: [aCapability(1)] };
const day = 86_400_000;

let bucket: LocalBucket;
beforeEach(async () => {
  bucket = await startLocalBucket();
});
afterEach(() => bucket.close());

/** A start on the bucket, whose publisher publishes a network, or answers something else. */
const start = async ({ isEmpty = false, answer }: { isEmpty?: boolean; answer?: Invocation } = {}) => {
  const reported: string[] = [];
  let publications = 0;
  const invoke = async (): Promise<Invocation> => {
    publications += 1;
    return answer ?? { kind: 'result', payload: await publishNetwork(bucket, since) };
  };
  const report = (line: string) => void reported.push(line);
  await publishNewest({ bucket, functions: { invoke }, publisherFunction: 'Publisher', isEmpty, report });
  return { reported, publications };
};

it('publishes nothing where its own publication is the newest', async () => {
  await publishAsFormer(bucket, before, () => Date.now() - day);
  await publishNetwork(bucket, since);
  expect(await start()).toEqual({ reported: [], publications: 0 });
});

it('publishes nothing where there is nothing to publish', async () => {
  expect(await start({ isEmpty: true })).toEqual({ reported: [], publications: 0 });
});

it('publishes what this release has not published yet', async () => {
  const { reported, publications } = await start();
  expect(publications).toBe(1);
  expect(reported).toEqual(['Publishing the network, of which this release has published nothing yet']);
});

it('publishes what this release adds to what is published', async () => {
  await storeFrozen(bucket, await frozenPublication());
  expect(await start({ isEmpty: true })).toEqual({ reported: [], publications: 0 });
  const { reported, publications } = await start();
  expect(publications).toBe(1);
  expect(reported).toEqual(['Publishing the network, with what this release adds']);
  expect((await manifestIn(bucket)).changes.since).toBe(frozenVersion);
  expect((await start()).publications).toBe(0);
});

it('goes on from what the release before published since, after a way back and forward', async () => {
  await publishNetwork(bucket, before, { now: () => Date.now() - 2 * day });
  const own = await bucket.get('manifest-3.json');
  const former = await publishAsFormer(bucket, since, () => Date.now() - day);
  await bucket.put('manifest-3.json', own);

  const { reported, publications } = await start();
  expect(publications).toBe(1);
  expect(reported).toEqual(['Publishing the network: the release before has published since this one did']);
  const manifest = await manifestIn(bucket);
  expect(manifest.counts.locations).toBe(30);
  expect(manifest.changes.since).toBe(former.version);
});

it('tells of a publication that came to nothing, and goes on', async () => {
  const refused = { status: 'refused', why: '3 of 9 are gone', locations: 6, formerLocations: 9 };
  expect((await start({ answer: { kind: 'result', payload: refused } })).reported[1]).toBe(
    'The network was not published: it was refused: 3 of 9 are gone. See npx waypost status, and npx waypost publish',
  );
  expect((await start({ answer: { kind: 'timed-out' } })).reported[1]).toContain('timed out');
});

it('leaves a publication that cannot be read to the next run', async () => {
  await bucket.put('manifest-3.json', '{"cut');
  expect(await start()).toEqual({ reported: [], publications: 0 });
});
