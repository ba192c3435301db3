import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OperatorError } from '../../../../infra/operator/errors.ts';
import { dryRunImport, uploadImport } from '../../../../infra/operator/import/import.ts';
import { localStack } from '../../../../infra/operator/stack/local-stack.ts';
import {
  emptySummary,
  type ImportReport,
  reportKeyOf,
} from '../../../../shared/data-access/importing/import-report.ts';
import { type FaultProxy, s3InternalError, startFaultProxy } from '../../../support/faults/fault-proxy.ts';
import { bucketClient } from '../../../support/local-bucket.ts';
import { type StartedStage, startDeployedStage } from '../../../support/stack/deployed-stage.ts';
import { putEndedMark } from '../../../support/stack/import-states.ts';
import { runWaypost, startWaypost } from '../../../support/stack/run-waypost.ts';

let stage: StartedStage;
let proxy: FaultProxy;
let environment: Record<string, string>;
let temporary: string;
beforeAll(async () => {
  stage = await startDeployedStage();
  temporary = path.join(stage.stack.dataDirectory, 'temporary');
  await mkdir(temporary);
  proxy = await startFaultProxy(stage.environment.AWS_ENDPOINT_URL_S3 ?? '');
  environment = { ...stage.environment, AWS_ENDPOINT_URL_S3: proxy.endpoint };
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await stage.close();
});

const fileWith = async (name: string, content: string | Uint8Array) => {
  const file = path.join(stage.stack.dataDirectory, name);
  await writeFile(file, content);
  return file;
};

const waypost = (args: readonly string[], input: string | Uint8Array = '') =>
  runWaypost(['import', ...args, '--stage', 'dev'], { input, environment });
const startImport = (kind: string) =>
  startWaypost(['import', kind, '-', '--stage', 'dev'], {
    input: '{}\n',
    environment: { ...environment, TMPDIR: temporary },
  });

const is =
  (operation: string) =>
  (request: { readonly operation: string }): boolean =>
    request.operation === operation;

const uploads = async (): Promise<string[]> => {
  const { client, bucket } = stage.stack.bucket.imports;
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  return Contents.flatMap(({ Key = '' }) => (Key.endsWith(reportKeyOf('')) ? [] : [Key]));
};

const uploaded = async (): Promise<string> => {
  for (;;) {
    const [key] = await uploads();
    if (key !== undefined) return key;
    await delay(20);
  }
};

const putReport = (file: string, Body: string) => {
  const { client, bucket: Bucket } = stage.stack.bucket.imports;
  return client.send(new PutObjectCommand({ Bucket, Key: reportKeyOf(file), Body }));
};

const report = async (file: string, news: Partial<ImportReport>) => {
  const { client, bucket } = stage.stack.bucket.imports;
  const { ETag = '', LastModified } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: file }));
  const content: ImportReport = {
    file,
    etag: ETag.replaceAll('"', ''),
    putAt: LastModified?.toISOString() ?? '',
    kind: 'locations',
    mode: 'replace',
    force: false,
    status: 'imported',
    startedAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
    line: 3,
    summary: { ...emptySummary(), read: 3, added: 3 },
    badLines: [],
    warnings: [],
    ...news,
  };
  await putReport(file, JSON.stringify(content));
};

const contentOf = async (key: string) => {
  const { client, bucket } = stage.stack.bucket.imports;
  const { Body, Metadata } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return { bytes: (await Body?.transformToByteArray()) ?? new Uint8Array(), metadata: Metadata };
};

const denied = {
  kind: 'answer',
  status: 403,
  headers: { 'content-type': 'application/xml' },
  body: '<Error><Code>AccessDenied</Code><Message>not you</Message></Error>',
} as const;

describe('waypost import into a stage', () => {
  beforeEach(async () => {
    proxy.pass();
    const { client, bucket } = stage.stack.bucket.imports;
    for (const key of await uploads())
      for (const Key of [key, reportKeyOf(key)])
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    stage.stack.seen.publications.length = 0;
  });

  it('uploads the file unchanged, follows its report and publishes', async () => {
    const content = gzipSync('{"a":1}\n');
    const file = await fileWith('spring net.ndjson.gz', content);
    const running = waypost(['locations', file, '--force']);
    const key = await uploaded();
    expect(key).toMatch(/^locations\/\d{8}T\d{9}Z-spring-net\.ndjson\.gz$/);
    expect(await contentOf(key)).toEqual({
      bytes: new Uint8Array(content),
      metadata: { mode: 'replace', force: 'true' },
    });
    const badLines = [{ line: 1, reason: 'not JSON' }];
    await report(key, { status: 'importing', line: 1, badLines });
    await proxy.next(is('GetObject'));
    // Rejects the publication, because otherwise the command would wait a long time for it to be served.
    const why = 'too few';
    stage.stack.answers.publisherFirst.push({ status: 'refused', why, locations: 2, previousLocations: 9 });
    const summary = { ...emptySummary(), read: 3, added: 2, failed: 1 };
    const start = { kind: 'locations', mode: 'replace', startedAt: new Date().toISOString() } as const;
    await putEndedMark(stage.stack.bucket, start);
    const warnings = ['1 stored records stay as they are'];
    await report(key, { ...start, force: true, summary, badLines, warnings });
    expect(await running).toEqual({
      status: 4,
      stdout: expect.stringMatching(/^added +2$/m),
      stderr: expect.stringMatching(
        /^\S+ ?\S+:1: not JSON\nwarning: 1 stored records stay as they are\npublishing \.\.\.\nwaypost: the records are stored, but publishing was rejected: too few/,
      ),
    });
    expect(await readFile(file)).toEqual(content);
    expect(stage.stack.seen.publications).toEqual([
      { reason: 'import', onlyChanges: true, mayLose: 'locations' },
    ]);
  });

  it('explains how to follow the import after an interruption', async () => {
    const running = startImport('billers');
    const key = await uploaded();
    await report(key, { kind: 'billers', status: 'importing', badLines: [{ line: 1, reason: 'empty' }] });
    await running.saw('standard input:1: empty');
    running.interrupt();
    const follow = `interrupted: the import continues. To follow it again: waypost import follow ${key} --stage dev\n`;
    expect(await running.ended).toMatchObject({ status: 130, stderr: expect.stringContaining(follow) });
  });

  it('warns that the file may be stored if the upload is interrupted after the response was lost', async () => {
    proxy.inject({ kind: 'lose answer' }, { when: is('PutObject'), times: 1 });
    proxy.inject({ kind: 'hang' }, { when: is('PutObject') });
    const running = startImport('billers');
    for (let put = 0; put < 2; put += 1) await proxy.next(is('PutObject'));
    running.interrupt();
    const { status, stdout, stderr } = await running.ended;
    expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
    expect(stderr).toContain('interrupted: the upload was not confirmed. If it completed anyway');
    const key = / To check: waypost import follow (billers\/\S+) --stage dev\n$/.exec(stderr)?.[1];
    expect(await uploads()).toEqual([key]);
    expect(await readdir(temporary)).toEqual([]);
  });

  it('continues to follow the import after an outage of the import bucket', async () => {
    const running = waypost(['billers', '-'], '{}\n');
    const key = await uploaded();
    const faulted = proxy.faulted('GetObject');
    proxy.inject(s3InternalError, { when: is('GetObject') });
    // The S3 client gives up after 5 attempts.
    while (proxy.faulted('GetObject') < faulted + 6) await proxy.next(is('GetObject'));
    proxy.pass();
    await report(key, { kind: 'billers' });
    expect(await running).toMatchObject({ status: 0, stdout: expect.stringMatching(/^added +3$/m) });
  });

  it('stops following the import immediately if the import bucket denies access', async () => {
    const running = waypost(['billers', '-'], '{}\n');
    const key = await uploaded();
    proxy.inject(denied, { when: is('GetObject') });
    const message = `^waypost: the import continues, but cannot be followed: .*not you.* To follow it again: waypost import follow ${key} --stage dev\n`;
    expect(await running).toMatchObject({ status: 1, stderr: expect.stringMatching(message) });
  });

  it('does not follow the report of an earlier upload of the same content', async () => {
    const running = waypost(['billers', '-'], '{}\n');
    const key = await uploaded();
    await report(key, { kind: 'billers', status: 'failed', putAt: '2026-01-01T00:00:00.000Z' });
    // The second poll starts only after the first has read the report.
    for (let polls = 0; polls < 2; polls++) await Promise.race([proxy.next(is('GetObject')), running]);
    await report(key, { kind: 'billers' });
    expect(await running).toMatchObject({ status: 0 });
  });

  it('suggests another import if the report is damaged', async () => {
    const running = waypost(['billers', '-'], '{}\n');
    const key = await uploaded();
    await putReport(key, '{"status":');
    const stderr = expect.stringContaining(
      `waypost: the report of ${key} is damaged, so the outcome of its import is unknown. Import the file again. Records that are already stored do not change\n`,
    );
    expect(await running).toMatchObject({ status: 1, stderr });
  });

  it('if interrupted while publishing, reports that the records are stored', async () => {
    const busy = { status: 'busy', until: '2026-11-21T01:00:00.000Z' };
    stage.stack.answers.publisherFirst.push(...Array(60).fill(busy));
    const running = startImport('services');
    await report(await uploaded(), { kind: 'services' });
    await running.saw('another publication is running');
    running.interrupt();
    const ended = await running.ended;
    stage.stack.answers.publisherFirst.length = 0;
    const stderr = expect.stringContaining(
      'interrupted: the records are stored, and may still be published. `waypost status --stage dev` shows what is published\n',
    );
    expect(ended).toMatchObject({ status: 130, stderr });
  });

  it('reports the counts even if a step after storing fails', async () => {
    const running = waypost(['services', '-', '--json'], '{}\n');
    const key = await uploaded();
    proxy.inject(denied, { when: is('ListObjectsV2') });
    const startedAt = new Date().toISOString();
    stage.stack.answers.publisherFirst.push({ status: 'held', kind: 'services', startedAt });
    await report(key, { kind: 'services' });
    const { status, stdout } = await running;
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      added: 3,
      publication: null,
      error: {
        code: 'access_denied',
        message: expect.stringMatching(/^the records are stored, but listing the import bucket .*not you/),
      },
    });
  });

  it('uploads several files, plain and compressed, as one, and reports lines by file', async () => {
    const north = await fileWith('north.ndjson', 'n1\nn2');
    const south = await fileWith('south.gz', gzipSync('s1\n'));
    const running = waypost(['billers', north, south, '-', '--merge', '--json'], 'i1\n');
    const key = await uploaded();
    expect(key).toMatch(/^billers\/.*-north\.ndjson-and-2-more\.gz$/);
    const { bytes, metadata } = await contentOf(key);
    expect(gunzipSync(bytes).toString()).toBe('n1\nn2\ns1\ni1\n');
    expect(metadata).toEqual({ mode: 'merge' });
    const reasons = [1, 2, 3, 4].map((line) => ({ line, reason: `bad ${line}` }));
    const summary = { ...emptySummary(), read: 6, failed: 6 };
    await report(key, { kind: 'billers', mode: 'merge', badLines: reasons, summary });
    const { status, stdout, stderr } = await running;
    expect(stderr.split('\n')).toEqual([
      ...[`${north}:1: bad 1`, `${north}:2: bad 2`, `${south}:1: bad 3`, 'standard input:1: bad 4'],
      ...['and 2 more bad lines', ''],
    ]);
    const counts = { kind: 'billers', dryRun: false, read: 6, failed: 6, publication: null };
    const badLines = [{ file: north, line: 1, reason: 'bad 1' }, {}, {}, {}];
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 3, file: key, ...counts, badLines });
    expect(stage.stack.seen.publications).toEqual([]);
  });

  it('exits after the upload with --no-wait and prints a command to follow the import', async () => {
    const { status, stdout, stderr } = await waypost(['bill-types', '-', '--no-wait'], '{}\n');
    const key = stdout.trim();
    expect(status).toBe(0);
    expect(await uploads()).toEqual([key]);
    expect(stderr).toContain(`waypost import follow ${key} --stage dev\n`);
    await report(key, { kind: 'bill-types' });
    const followed = await waypost(['follow', key]);
    expect(followed).toMatchObject({ status: 0, stdout: expect.stringMatching(/^added +3$/m) });
  });

  it('cannot follow a missing file', async () => {
    expect(await waypost(['follow', 'locations/gone.ndjson'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'waypost: there is no file locations/gone.ndjson in the import bucket\n',
    });
  });

  const folderKey = 'its key must be a file name after one of the prefixes';
  it.each([
    ['billers - --no-wait --dry-run', '--no-wait has no effect with --dry-run, which uploads nothing'],
    ['follow locations/a.report.json', 'is never imported: its name ends in .report.json'],
    ['follow other/a', `other/a is never imported: ${folderKey}`],
    ['follow locations/', `locations/ is never imported: ${folderKey}`],
    [`follow billers/${'x'.repeat(1_010)}`, 'is never imported: its key is too long'],
  ])('rejects %s', async (line, message) => {
    const stderr = expect.stringContaining(message);
    expect(await waypost(line.split(' '))).toMatchObject({ status: 2, stderr });
  });
});

describe('the file of an import', () => {
  const options = { kind: 'services', files: ['services.ndjson'] } as const;
  const uploadOf = async (path: string, bytes: number) => ({
    file: { path, bytes, originOf: (line: number) => ({ source: path, line }), remove: () => {} },
    stack: await localStack(stage.stack.dataDirectory),
  });
  const openFiles = async () => {
    const descriptors = await readdir('/proc/self/fd');
    return Promise.all(descriptors.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')));
  };

  beforeEach(() => proxy.pass());

  it('rejects the upload if it cannot be read', async () => {
    const { file, stack } = await uploadOf(path.join(temporary, 'missing'), 9);
    const uploading = uploadImport(stack, file, options);
    await expect(uploading).rejects.toThrow(OperatorError);
    await expect(uploading).rejects.toThrow(/missing cannot be read: ENOENT/);
  });

  it('is closed after a failed attempt to upload it', async () => {
    const large = await fileWith('large', Buffer.alloc(8_000_000));
    const { file, stack } = await uploadOf(large, 8_000_000);
    const client = bucketClient(proxy.endpoint);
    proxy.inject({ kind: 'reset' }, { when: is('PutObject'), times: 1 });
    await uploadImport({ ...stack, imports: { ...stack.imports, client } }, file, options);
    expect(proxy.faulted('PutObject')).toBeGreaterThan(0);
    await expect.poll(openFiles).not.toContain(large);
  });

  it.each(['present', 'missing'])('is closed after a dry run of a failing store: %s', async (name) => {
    const { file, stack } = await uploadOf(path.join(temporary, name), 9);
    if (name === 'present') await writeFile(file.path, '{}\n');
    const tables = { ...stack.tables, locations: 'unknown', capabilities: 'unknown' };
    await expect(dryRunImport({ ...stack, tables }, file, options)).rejects.toThrow(/^the dry run failed/);
    await expect.poll(openFiles).not.toContain(file.path);
  });
});
