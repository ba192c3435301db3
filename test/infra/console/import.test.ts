import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HeadObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFileKey } from '../../../shared/data-access/importing/put-file.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import { fileOf, locationLine } from '../../support/networks/import-lines.ts';
import { startOperatorStack } from '../../support/stack/operator-stack.ts';
import { openConsole, startConsoleOn, textOf } from '../../support/stack/start-console.ts';

const stack = await startOperatorStack({ imports: true });
const proxy = await startFaultProxy(stack.bucket.endpoint);
const temporary = join(stack.dataDirectory, 'temporary');
let running: Awaited<ReturnType<typeof startConsoleOn>>;
let call: Awaited<ReturnType<typeof openConsole>>;
const start = async () => {
  running = await startConsoleOn(['--data-dir', stack.dataDirectory], { TMPDIR: temporary });
  call = await openConsole(running);
};
beforeAll(async () => {
  await mkdir(temporary);
  await stack.describe({ objectStoreEndpoint: proxy.endpoint });
  await start();
});
afterAll(async () => {
  running.kill();
  await proxy[Symbol.asyncDispose]();
  await stack.close();
});

const check = (name: string, content: string, options = {}) => {
  const query = new URLSearchParams({ name, kind: 'locations', mode: 'merge', ...options });
  return call(`/api/dry-runs?${query}`, content);
};
const checkedIn = (page: string) => ({ file: /data-file="([^"]*)"/.exec(page)?.[1] });
const lines = (count: number) =>
  fileOf(Array.from({ length: count }, (_, index) => locationLine(`office_${index}`)));
const keptFiles = async () => (await readdir(temporary)).filter((name) => name.startsWith('waypost-console'));
const progressOf = async (key: string) => textOf(await call('/api/imports/progress', { key }));
const ended = async (key: string) => {
  await expect.poll(() => progressOf(key), { timeout: 30_000, interval: 100 }).toMatch(/Done\.|Failed\./);
  return progressOf(key);
};

it('shows the progress of an upload, including after a reload and in another tab, and then its outcome', async () => {
  const content = lines(30);
  const checked = await check('offices.ndjson', content);
  expect(textOf(checked)).toContain('Lines | 30 | Added | 30 | ');
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  proxy.inject({ kind: 'hold', until }, { when: ({ operation }) => operation === 'PutObject', times: 1 });
  const key = await call('/api/imports', checkedIn(checked));
  expect(key).toMatch(/^locations\/.*-offices\.ndjson$/);
  await expect.poll(() => progressOf(key)).toMatch(/Uploading \| .*Uploaded \| .+ of [\d.]+ [kM]B \| /);
  const page = await call('/api/imports/progress', { key });
  expect(page).toContain(`max="${content.length}"`);
  release();
  expect(await ended(key)).toMatch(/Done\. .*Lines \| 30 \| Added \| 30 \| /);
});

it('keeps only the last checked file until the console stops, and reports the upload that this interrupted', async () => {
  const first = await check('first.ndjson', lines(1));
  const second = await check('second.ndjson', lines(2));
  expect(await keptFiles()).toHaveLength(1);
  expect(JSON.parse(await call('/api/imports', checkedIn(first))).error).toMatchObject({
    code: 'not_found',
    remedy: 'Check this file again',
  });
  await ended(await call('/api/imports', checkedIn(second)));
  expect(await keptFiles()).toEqual([]);

  const lost = await check('lost.ndjson', lines(1));
  proxy.inject({ kind: 'reset' }, { when: ({ operation }) => operation === 'PutObject' });
  const key = await call('/api/imports', checkedIn(lost));
  expect(await progressOf(key)).toContain('Uploading');
  await check('third.ndjson', lines(1));
  running.interrupt();
  await running.ended;
  expect(await keptFiles()).toEqual([]);
  proxy.pass();
  await start();
  expect(await ended(key)).toContain(`Failed. there is no file ${key} in the import bucket`);
});

it('identifies a merged file by name and content, so that only that file completes an interrupted merge', async () => {
  for (const [name, count] of [
    ['same.ndjson', 3],
    ['same.ndjson', 3],
    ['same.ndjson', 2],
    ['other.ndjson', 3],
  ] as const)
    await ended(await call('/api/imports', checkedIn(await check(name, lines(count)))));
  const { client, bucket } = stack.bucket.imports;
  const identities: (string | undefined)[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
    for (const { Key = '' } of Contents)
      if (readFileKey(Key).kind && /(same|other)\.ndjson$/.test(Key)) {
        const { Metadata } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key }));
        identities.push(Metadata?.['waypost-files']);
      }
  expect(identities).toHaveLength(4);
  expect(new Set(identities).size).toBe(3);
  expect(identities.join()).not.toContain('undefined');
});

it('refers to its own checkbox instead of --force', async () => {
  const replace = { mode: 'replace' };
  const box = 'the checkbox “Allow removing all records, and large losses and changes”';
  const nothing = textOf(await check('nothing.ndjson', '{}\n', replace));
  expect(nothing).toContain(`or, to remove all locations, repeat the import with ${box}.`);
  const few = await check('few.ndjson', lines(5), replace);
  expect(textOf(few)).toContain('publishing the result would be rejected unless it is forced');
  const tooFew = { status: 'refused', why: 'too few', locations: 5, previousLocations: 30 };
  stack.answers.publisherFirst.push(tooFew);
  const refused = await ended(await call('/api/imports', checkedIn(few)));
  expect(refused).toMatch(/Failed\. the records are stored, but publishing was rejected: /);
  expect(refused).toContain('To publish the stored records anyway: waypost publish --force');
  expect(nothing + few).not.toContain('--force');
  const again = await check('few.ndjson', lines(5), { ...replace, force: 'on' });
  expect(await ended(await call('/api/imports', checkedIn(again)))).toContain('Done. ');
});

it('offers all bad lines as CSV, without formulas', async () => {
  const csvIn = (page: string) =>
    decodeURIComponent(/href="data:text\/csv,([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&#39;', "'");
  const page = await check('bad "x".ndjson', '{"lat":"<b>"}\n');
  expect(csvIn(page)).toMatch(/^line,reason\r\n1,"/);
  expect(page).not.toContain('<b>');
  const twice = '{"code":"=cmd|x","name":"A"}\n'.repeat(2);
  const csv = csvIn(await check('twice.ndjson', twice, { kind: 'bill-types' }));
  expect(csv).toBe(`line,reason\r\n2,"'=cmd|x is a duplicate of line 1"\r\n`);
});
