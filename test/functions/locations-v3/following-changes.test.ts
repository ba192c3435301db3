import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportLinkResponse } from '../../../functions/locations-v3/contract.ts';
import { exportWorkCentres } from '../../../functions/locations-v3/export-work-centres.ts';
import { createWaypostClient, downloadExport } from '../../../shared/client/node.ts';
import { sha256Of } from '../../../shared/data-access/objects/bucket.ts';
import { objectReader } from '../../../shared/data-access/objects/object-reader.ts';
import { publishedExport } from '../../../shared/data-access/publishing/published-export.ts';
import { startLocalBucket } from '../../support/local-bucket.ts';
import { aCapability, postOffices } from '../../support/networks/network-records.ts';
import { networkOf, publishNetwork } from '../../support/networks/publish-network.ts';
import { perTest } from '../../support/per-test.ts';
import type { ApiTarget } from '../../support/targets/api-target.ts';
import { handlerTarget } from '../../support/targets/handler-target.ts';
import { download } from '../../support/targets/http-target.ts';
import { patientWaits } from '../patient-waits.ts';

/** Maximum compressed size of the response to an up-to-date client. */
const maxBytesWithoutChanges = 300;

const store = perTest(startLocalBucket);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waypost-following-'));
  return () => rm(folder, { recursive: true });
});

const expectSizeAndChecksum = async (api: ApiTarget, since: string) => {
  const path = `/locations/v3/export/workcentres?format=changes&since=${since}&redirect=false`;
  const link = exportLinkResponse.parse(JSON.parse((await api.send({ path })).body));
  const { bytes } = await download(link.url);
  expect([link.bytes, link.sha256]).toEqual([bytes.length, sha256Of(bytes)]);
};

/** Creates a function that downloads the changes after a version with the client, as a partner does. */
const partner = () => {
  const link = publishedExport({
    ...store,
    presign: objectReader(store.placeAt()).presign,
    checkSeconds: 0,
    now: Date.now,
    waits: patientWaits,
  });
  const api = handlerTarget([{ path: '/locations/v3/export/workcentres', handler: exportWorkCentres(link) }]);
  const client = createWaypostClient({
    baseUrl: 'https://api.waypost.test',
    key: 'wp_test_a1_secret',
    fetch: async ({ url }) => {
      const { pathname, search } = new URL(url);
      const { body, ...head } = await api.send({ path: `${pathname}${search}` });
      return new Response(body, head);
    },
  });
  return async (since: string) => {
    await expectSizeAndChecksum(api, since);
    let bytes = Number.NaN;
    const to = join(folder, 'changes.ndjson');
    const { version, checkedBy } = await downloadExport(client, {
      format: 'changes',
      since,
      to,
      fetch: async (request) => {
        const response = await fetch(request);
        bytes = Number(response.headers.get('content-length'));
        return response;
      },
    });
    const [, ...lines] = (await readFile(to, 'utf8')).trimEnd().split('\n');
    return { version, checkedBy, bytes, changes: lines.length };
  };
};

const count = 200;
const offices = postOffices(count);
const renamed = (name: string) => networkOf(offices, [{ ...aCapability(1), name }]);

describe('a partner who polls for changes', () => {
  it('receives each change once, and a small file if nothing changed', async () => {
    const poll = partner();
    const { version: first } = await publishNetwork(store, renamed('ONE'));
    expect(await poll(first)).toMatchObject({ version: first, changes: 0 });

    const { version: second } = await publishNetwork(store, renamed('TWO'));
    const changed = await poll(first);
    expect(changed).toMatchObject({ version: second, checkedBy: 'checksum', changes: count });
    expect(changed.bytes).toBeGreaterThan(10 * maxBytesWithoutChanges);
    const upToDate = await poll(second);
    expect(upToDate).toMatchObject({ version: second, checkedBy: 'count', changes: 0 });
    expect(upToDate.bytes).toBeLessThan(maxBytesWithoutChanges);

    const { version: third } = await publishNetwork(store, renamed('TWO'));
    for (const since of [second, third]) {
      const nothing = await poll(since);
      expect(nothing).toMatchObject({ version: third, checkedBy: 'count', changes: 0 });
      expect(nothing.bytes).toBeLessThan(maxBytesWithoutChanges);
    }
    expect(await poll(first)).toMatchObject({ version: second, checkedBy: 'count', changes: count });
  });

  it('can still download changes after a quiet period that is longer than versions are kept', async () => {
    const day = 86_400_000;
    const began = Date.now() - 30 * day;
    const poll = partner();
    let { version } = await publishNetwork(store, renamed('ONE'), { now: () => began });
    for (const days of [5, 10, 15, 20]) {
      await publishNetwork(store, renamed('ONE'), { now: () => began + days * day });
      ({ version } = await poll(version));
    }
    const { version: last } = await publishNetwork(store, renamed('TWO'));
    expect(await poll(version)).toMatchObject({ version: last, changes: count });
  });
});
