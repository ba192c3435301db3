import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitReport } from '../../../../infra/operator/import/follow/await-report.ts';
import { reportedImportIsRunning } from '../../../../infra/operator/stack/running-import.ts';
import {
  emptySummary,
  type ImportReport,
  reportKeyOf,
} from '../../../../shared/data-access/importing/import-report.ts';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';

const minute = 60_000;
/** After everything that the tests put. */
const start = Date.now() + 10 * minute;
const startedAt = new Date(start).toISOString();

let bucket: LocalBucket;
beforeAll(async () => {
  bucket = await startLocalBucket();
});
afterAll(() => bucket.close());

const put = async (key: string, body: string) => {
  const { client, bucket: name } = bucket.imports;
  const { ETag = '' } = await client.send(new PutObjectCommand({ Bucket: name, Key: key, Body: body }));
  return ETag.replaceAll('"', '');
};

const reported = async (
  file: string,
  status: ImportReport['status'],
  of: Partial<Pick<ImportReport, 'etag' | 'startedAt'>> = {},
) => {
  const report: ImportReport = {
    file,
    etag: of.etag ?? (await put(file, 'x')),
    putAt: startedAt,
    kind: 'locations',
    mode: 'replace',
    force: false,
    status,
    startedAt: of.startedAt ?? startedAt,
    updatedAt: startedAt,
    line: 7,
    summary: emptySummary(),
    badLines: [],
    warnings: [],
  };
  await put(reportKeyOf(file), JSON.stringify(report));
};

/** Waits by a clock that goes on a minute with each pause. */
const waitFor = async (key: string, meanwhile = async () => {}, imports = bucket.imports) => {
  let now = start;
  const silences: (number | undefined)[] = [];
  const reports: ImportReport[] = [];
  let unanswered = 0;
  const ended = await awaitReport({
    imports,
    key,
    now: () => now,
    pause: async () => {
      now += minute;
      await meanwhile();
    },
    onUnanswered: () => {
      unanswered += 1;
    },
    onReport: (report) => reports.push(report),
    onSilence: (last) => silences.push(last?.line),
  });
  return { ended, silences, reports, unanswered, minutes: (now - start) / minute };
};

describe('waiting for the report of an import', () => {
  it('ends with the import', async () => {
    await reported('locations/whole', 'imported');
    expect(await waitFor('locations/whole')).toMatchObject({
      ended: { status: 'imported' },
      silences: [],
      reports: [{ line: 7 }],
      minutes: 0,
    });
  });

  it('tells once of a file that is not begun, and gives up after longer than an interrupted import rests', async () => {
    await put('locations/waiting', 'x');
    expect(await waitFor('locations/waiting')).toEqual({
      ended: undefined,
      silences: [undefined],
      reports: [],
      unanswered: 0,
      minutes: 35,
    });
  });

  it('does so of an import that gives no sign any more', async () => {
    await reported('locations/stuck', 'importing');
    expect(await waitFor('locations/stuck')).toMatchObject({ ended: undefined, silences: [7], minutes: 35 });
  });

  it('does not take the report of an earlier file of this name for its own', async () => {
    await put('locations/again', 'x');
    await reported('locations/again', 'imported', { etag: 'of-another' });
    const { ended, minutes } = await waitFor('locations/again', () => reported('locations/again', 'refused'));
    expect(ended).toMatchObject({ status: 'refused' });
    expect(minutes).toBe(1);
  });

  it('does not take the report of the same bytes, put there earlier, for its own', async () => {
    const earlier = { startedAt: new Date(Date.now() - 3_000).toISOString() };
    await reported('locations/same', 'imported', earlier);
    const { ended, reports, minutes } = await waitFor('locations/same', () =>
      reported('locations/same', 'refused'),
    );
    expect(ended).toMatchObject({ status: 'refused' });
    expect(reports).toHaveLength(1);
    expect(minutes).toBe(1);
  });

  it('takes the report of an importer whose clock is a little behind', async () => {
    const etag = await put('locations/behind', 'x');
    const startedBehind = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 900).toISOString();
    await reported('locations/behind', 'imported', { etag, startedAt: startedBehind });
    expect(await waitFor('locations/behind')).toMatchObject({ ended: { status: 'imported' }, minutes: 0 });
  });

  /** The bucket, reached by a client that gets no answer to so many of its questions, after the first ones. */
  const silentBucket = (after: number, times: number, error: () => Error = () => new Error('refused')) => {
    let asked = 0;
    const client = new Proxy(bucket.imports.client, {
      get: (target, property) => {
        if (property !== 'send') return Reflect.get(target, property);
        return async (...args: Parameters<typeof target.send>) => {
          asked += 1;
          if (asked > after && asked <= after + times) throw error();
          return target.send(...args);
        };
      },
    });
    return { imports: sdkBucket(client, bucket.imports.bucket), asked: () => asked };
  };

  it.each([0, 1])('asks a store again that does not answer (after %i answers)', async (after) => {
    await reported('locations/silent', 'imported');
    const silent = silentBucket(after, 2);
    const { ended, unanswered, minutes } = await waitFor('locations/silent', undefined, silent.imports);
    expect(ended).toMatchObject({ status: 'imported' });
    expect({ unanswered, minutes }).toEqual({ unanswered: 1, minutes: 2 });
  });

  it('ends where the store does not answer for longer', async () => {
    await reported('locations/silent', 'imported');
    const silent = silentBucket(1, 3);
    await expect(waitFor('locations/silent', undefined, silent.imports)).rejects.toThrow(StoreUnavailable);
    expect(silent.asked()).toBe(4);
  });

  it('ends at once where the store refuses', async () => {
    await reported('locations/silent', 'imported');
    const denied = new S3ServiceException({
      name: 'AccessDenied',
      $fault: 'client',
      $metadata: { httpStatusCode: 403 },
    });
    const silent = silentBucket(1, 1, () => denied);
    await expect(waitFor('locations/silent', undefined, silent.imports)).rejects.toThrow(StoreUnavailable);
    expect(silent.asked()).toBe(2);
  });

  it('says of a report that is none that it cannot be read', async () => {
    await put('locations/odd', 'x');
    await put(reportKeyOf('locations/odd'), '{bad');
    await expect(waitFor('locations/odd')).rejects.toThrow('the report of locations/odd cannot be read');
  });
});

describe('whether an import is running', () => {
  it('is what the last report says, as long as it is not old', async () => {
    await reported('locations/before', 'imported');
    await reported('locations/last', 'importing');
    await put(
      'newest/locations.report.json',
      '{"file":"locations/before","putAt":"2026-11-21T00:00:00.000Z"}',
    );
    expect(await reportedImportIsRunning(bucket.imports, start + 34 * minute)).toBe(true);
    expect(await reportedImportIsRunning(bucket.imports, start + 35 * minute)).toBe(false);
    await reported('locations/last', 'imported');
    expect(await reportedImportIsRunning(bucket.imports, start)).toBe(false);
  });
});
