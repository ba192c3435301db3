import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { publishIfUnpublished } from '../../../../infra/local/start/publish-at-start.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { aCapability, postOffices } from '../../../support/networks/network-records.ts';
import { publishNetwork } from '../../../support/networks/publish-network.ts';

const network = { locations: postOffices(30), capabilities: [aCapability(1)] };

let bucket: LocalBucket;
beforeEach(async () => {
  bucket = await startLocalBucket();
});
afterEach(() => bucket.close());

/** A start on the bucket, whose publisher publishes a network, or answers something else. */
const start = async (answer?: Invocation) => {
  const reported: string[] = [];
  let publications = 0;
  const invoke = async (): Promise<Invocation> => {
    publications += 1;
    return answer ?? { kind: 'result', payload: await publishNetwork(bucket, network) };
  };
  const report = (line: string) => void reported.push(line);
  await publishIfUnpublished({ bucket, functions: { invoke }, publisherFunction: 'Publisher', report });
  return { reported, publications };
};

it('publishes nothing if a version is published', async () => {
  await publishNetwork(bucket, network);
  expect(await start()).toEqual({ reported: [], publications: 0 });
});

it.each([
  ['nothing is published', async () => {}],
  ['the manifest is damaged', () => bucket.put('manifest.json', '{"cut')],
  ['the manifest has another format', () => bucket.put('manifest.json', '{"format":99}')],
])('publishes if %s', async (_fault, arrange) => {
  await arrange();
  const { reported, publications } = await start();
  expect(publications).toBe(1);
  expect(reported).toEqual(['Publishing the network, of which nothing is published that can be read']);
  expect((await start()).publications).toBe(0);
});

it('tells of a publication that came to nothing, and goes on', async () => {
  const refused = { status: 'refused', why: '3 of 9 are gone', locations: 6, previousLocations: 9 };
  expect((await start({ kind: 'result', payload: refused })).reported[1]).toBe(
    'The network was not published: it was refused: 3 of 9 are gone. See npx waypost status, and npx waypost publish',
  );
  expect((await start({ kind: 'timed-out' })).reported[1]).toContain('timed out');
});
