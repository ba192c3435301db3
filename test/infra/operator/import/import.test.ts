import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { DeleteCommand, GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  markImportStarted,
  readUnfinishedImport,
} from '../../../../shared/data-access/importing/import-mark.ts';
import { identityOfFiles } from '../../../../shared/data-access/importing/put-file.ts';
import { billerLine, fileOf, locationLine, serviceLine } from '../../../support/networks/import-lines.ts';
import { startOperatorStack } from '../../../support/stack/operator-stack.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';

const stack = await startOperatorStack({ imports: true });
afterAll(() => stack.close());

const fileWith = async (name: string, content: string | Uint8Array) => {
  const file = path.join(stack.dataDirectory, name);
  await writeFile(file, content);
  return file;
};

const waypostImport = (args: readonly string[], input: string | Uint8Array = '') =>
  runWaypost(['import', ...args, '--data-dir', stack.dataDirectory], { input });
const importLocations = (codes: readonly string[], ...flags: readonly string[]) => {
  const lines = codes.map((code) => locationLine(code, { services: [] }));
  return waypostImport(['locations', '-', ...flags], fileOf(lines));
};
const importServices = (codes: readonly number[], ...flags: readonly string[]) =>
  waypostImport(['services', '-', ...flags], fileOf(codes.map((code) => serviceLine(code))));

const removeAll = async (TableName: string, ...keyNames: readonly string[]) => {
  const { client } = stack.embedded;
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  for (const item of Items) {
    const Key = Object.fromEntries(keyNames.map((name) => [name, item[name]]));
    await client.send(new DeleteCommand({ TableName, Key }));
  }
};
const countStored = async (TableName: string) =>
  (await stack.embedded.client.send(new ScanCommand({ TableName }))).Count;

const countsOf = (stdout: string) =>
  Object.fromEntries(
    [...stdout.matchAll(/^(\S+)\s+(\d+)/gm)].map(([, name, count]) => [name, Number(count)]),
  );

const publication = { reason: 'import', onlyChanges: true };
const refused = {
  status: 'refused',
  why: 'more than a tenth of the locations are gone',
  locations: 1_000,
  previousLocations: 5_000,
  examples: [{ id: '310000_PO', change: 'removed', before: 'Sydney', after: '-' }],
};
const version = '20261120T005810123Z-4f2a9c';

describe('waypost import', () => {
  beforeEach(async () => {
    await fileWith('initialised.json', '{"sample":false}');
    const { tables } = stack.embedded;
    await removeAll(tables.capabilities, 'serviceCode');
    await removeAll(tables.locations, 'bucket', 'locationCode');
    await stack.bucket.client.send(
      new DeleteObjectCommand({ Bucket: stack.bucket.bucket, Key: 'last-import.json' }),
    );
    stack.seen.publications.length = 0;
    stack.seen.requests.length = 0;
  });

  it('imports plain and compressed files, publishes, and waits until the new data is served', async () => {
    expect(await importServices([7])).toMatchObject({ status: 0 });
    const plain = await fileWith('north.gz', `\ufeff${fileOf([locationLine('A')]).replaceAll('\n', '\r\n')}`);
    const lines = fileOf([locationLine('B'), '', locationLine('C')]);
    const compressed = await fileWith('south.ndjson', gzipSync(lines));

    const { status, stdout, stderr } = await waypostImport(['locations', plain, compressed]);

    expect(stderr).toMatch(/^publishing \.\.\.\ncatalogue \S+ \(2 locations, 1 service\) is being served\n$/);
    expect(countsOf(stdout)).toEqual({ read: 3, added: 3, changed: 0, unchanged: 0, removed: 0, failed: 0 });
    expect(status).toBe(0);
    expect(stack.seen.publications.at(-1)).toEqual(publication);
    expect(stack.seen.requests.at(-1)).toBe('/locations/v3/workcentres?size=0 the-key');
  });

  it('reports file, line and reason of every invalid line, imports the others and exits with 3', async () => {
    const first = await fileWith('first', fileOf([locationLine('A'), '{"oops', locationLine('A')]));
    const second = await fileWith('second', fileOf([locationLine('A'), locationLine('B', { lat: 99 })]));

    const { status, stdout, stderr } = await waypostImport(['locations', first, second, '--json']);

    expect(status).toBe(3);
    const bad = [
      { file: first, line: 2, reason: expect.stringMatching(/^not JSON/) },
      { file: first, line: 3, reason: `A is a duplicate of ${first} line 1` },
      { file: second, line: 1, reason: `A is a duplicate of ${first} line 1` },
      { file: second, line: 2, reason: expect.stringMatching(/^lat/) },
    ];
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'locations',
      read: 5,
      added: 1,
      failed: 4,
      badLines: bad,
      warnings: [expect.stringContaining(`in ${first} line 1`)],
      publication: { status: 'published' },
    });
    const lines = stderr.split('\n');
    const shown = [`${first}:2: not JSON`, `${second}:2: lat`].map((line) => expect.stringContaining(line));
    expect([lines[0], lines[3]]).toEqual(shown);
    expect(stack.seen.publications).toHaveLength(1);
  });

  it('escapes control characters in invalid lines', async () => {
    const { stderr } = await waypostImport(['locations', '-'], '\u001b[2Jx\n\u202ex\n\u2028x\n');
    for (const character of '\u001b\u202e\u2028') expect(stderr).not.toContain(character);
    const [one, two, three] = ['\\\\u001b', '\\\\u202e', '\\\\u2028'].map(
      (escaped, index) => `standard input:${index + 1}: not JSON.*${escaped}.*\n`,
    );
    expect(stderr).toMatch(new RegExp(`^${one}${two}${three}`));
  });

  it('rejects a line with 100,000 nested lists and imports the others', async () => {
    const deep = `{"location_code":"DEEP","addresses":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const { status, stdout } = await waypostImport(['locations', '-'], fileOf([deep, locationLine('A')]));
    expect({ status, ...countsOf(stdout) }).toMatchObject({ status: 3, read: 2, added: 1, failed: 1 });
  });

  it('rejects an input without valid lines, unless --force is given', async () => {
    await importLocations(['A']);
    stack.seen.publications.length = 0;
    const remedy = 'Fix the file or, to remove all locations, repeat the import with --force';
    expect(await waypostImport(['locations', '-'], '\n')).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^read +0$/m),
      stderr: expect.stringContaining(`nothing was removed. ${remedy}`),
    });
    expect(stack.seen.publications).toEqual([]);

    const forced = await waypostImport(['locations', '-', '--force', '--json'], '\n');
    expect(JSON.parse(forced.stdout)).toMatchObject({ removed: 1 });
    expect(stack.seen.publications).toEqual([{ ...publication, mayLose: 'locations' }]);
  });

  it('checks losses when a forced import is followed after a later import', async () => {
    const forced = await importLocations(['A', 'B'], '--force', '--json');
    await importLocations(['A']);
    await waypostImport(['follow', JSON.parse(forced.stdout).file]);
    const first = { ...publication, mayLose: 'locations' };
    expect(stack.seen.publications).toEqual([first, publication, publication]);
  });

  it('writes and publishes nothing in a dry run', async () => {
    const input = fileOf([locationLine('A'), '{']);
    expect(await waypostImport(['locations', '-', '--dry-run'], input)).toEqual({
      status: 3,
      stdout: expect.stringMatching(/^dry run: nothing was written.*\nread +2\nadded +1$/m),
      stderr: expect.stringMatching(/^standard input:2: not JSON/),
    });
    expect(await countStored(stack.embedded.tables.locations)).toBe(0);
    expect(stack.seen.publications).toEqual([]);
  });

  it('warns in a dry run that publishing would be rejected', async () => {
    await importLocations(['A', 'B', 'C']);
    await importServices([1, 2, 3]);
    const warning = 'warning: the input leaves out 2 of 3 stored records, which would be removed';
    for (const { stderr } of [
      await importLocations(['A'], '--dry-run'),
      await importLocations(['A', 'D', 'E', 'F', 'G'], '--dry-run'),
      await importServices([1, 4], '--dry-run'),
    ])
      expect(stderr).toContain(`${warning}; publishing the result would be rejected unless it is forced`);
    expect((await importLocations(['A'], '--dry-run', '--force')).stderr).toBe(`${warning}\n`);
  });

  it('changes nothing if a gzip file is truncated', async () => {
    const lines = fileOf(Array.from({ length: 5_000 }, (_, index) => serviceLine(index + 10)));
    const cut = gzipSync(lines).subarray(0, -20);
    const file = await fileWith('cut.gz', cut);
    const { status, stdout } = await waypostImport(['services', file, '--json']);
    expect(status).toBe(1);
    const message = expect.stringMatching(
      /^the import failed: services\/\S+ cannot be read past line \d+: the gzip file is damaged/,
    );
    const error = { code: 'import_failed', message };
    expect(JSON.parse(stdout)).toMatchObject({ read: 0, publication: null, error });
    const piped = await waypostImport(['services', '-'], cut);
    // The cause is the same as the message, so it is not printed again.
    expect(piped).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'waypost: standard input cannot be read: the gzip file is damaged or incomplete (unexpected end of file)\n',
    });
    expect(await countStored(stack.embedded.tables.capabilities)).toBe(0);
    expect(await readUnfinishedImport(stack.bucket)).toBeUndefined();
    expect(await importLocations(['A'])).toMatchObject({ status: 0 });
  });

  it('completes an interrupted merge with the same files, or replaces it with --force', async () => {
    const file = await fileWith('half', fileOf([serviceLine(1)]));
    const other = await fileWith('other', fileOf([serviceLine(2)]));
    const startedAt = '2026-11-21T00:00:00.000Z';
    const mark = { kind: 'services', mode: 'merge', startedAt, file: identityOfFiles([file]) } as const;
    await markImportStarted(stack.bucket, mark);
    for (const files of [[other], [file, other]]) {
      const stderr = expect.stringMatching(
        /the import of services .* stopped halfway.*\. Upload that file again first, or force this import with --force/,
      );
      expect(await waypostImport(['services', ...files, '--merge'])).toMatchObject({ status: 1, stderr });
    }
    expect(stack.seen.publications).toEqual([]);
    expect(await waypostImport(['services', file, '--merge'])).toMatchObject({ status: 0 });
    await markImportStarted(stack.bucket, mark);
    expect(await waypostImport(['services', other, '--merge', '--force'])).toMatchObject({ status: 0 });
    expect(await readUnfinishedImport(stack.bucket)).toBeUndefined();
  });

  it('reports that nothing has changed, and waits until the published version is served', async () => {
    stack.answers.publisherFirst.push({ status: 'unchanged', version, locations: 2, capabilities: 1 });
    const stderr = expect.stringMatching(
      new RegExp(
        `nothing has changed: version ${version} remains published\ncatalogue ${version} .* is being served\n$`,
      ),
    );
    expect(await importServices([1])).toMatchObject({ status: 0, stderr });
  });

  it('explains how to force a rejected publication', async () => {
    stack.answers.publisherFirst.push(refused);
    const { status, stdout, stderr } = await importLocations(['A'], '--json');
    expect(status).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ added: 1, publication: refused });
    expect(stderr).toContain(
      `waypost: the records are stored, but publishing was rejected: ${refused.why} (1,000 locations are stored, 5,000 are published)`,
    );
    expect(stderr).toContain('waypost publish --force');
    stack.answers.publisherFirst.push(refused);
    expect((await importLocations(['A'])).stdout).toMatch(
      /failed +0\n\nLOCATION .*\n310000_PO +removed +Sydney/,
    );
  });

  it('reports that the records are stored if publishing fails', async () => {
    const headers = { 'x-amz-function-error': 'Unhandled' };
    const { publisher } = stack.answers;
    stack.answers.publisher = { headers, body: { errorType: 'StoreUnavailable', errorMessage: 'gone' } };
    const failed = await importServices([1]);
    stack.answers.publisher = publisher;
    const message = 'the records are stored, but publishing failed: StoreUnavailable: gone. The stack still';
    const stdout = expect.stringMatching(/^added +1$/m);
    expect(failed).toEqual({ status: 1, stdout, stderr: expect.stringContaining(message) });
  });

  describe('on a stack with the sample network', () => {
    const beginWith = (mark: object) => fileWith('initialised.json', JSON.stringify(mark));
    beforeEach(() => beginWith({ sample: true }));

    it('replaces the sample once without a check for removed records, but not with a merge', async () => {
      expect((await importLocations(['A'], '--merge')).stderr).not.toContain('sample');
      expect(await importLocations(['A'])).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('replacing the sample network\n'),
      });
      expect((await importLocations(['B'])).stderr).not.toContain('sample');
      const replacement = { ...publication, mayLose: 'locations' };
      expect(stack.seen.publications).toEqual([publication, replacement, publication]);
    });

    const marks = [{ sample: true }, { sample: false, sampleServices: true }];
    it.each(marks)('replaces the sample services once, before or after the locations: %j', async (mark) => {
      await beginWith(mark);
      expect((await importServices([1])).stderr).toContain('replacing the sample services\n');
      expect((await importServices([1])).stderr).not.toContain('sample');
      expect(stack.seen.publications).toEqual([{ ...publication, mayLose: 'services' }, publication]);
      const { stderr } = await importLocations(['A']);
      expect(stderr.includes('replacing the sample network\n')).toBe(mark.sample);
    });

    it('counts the sample records that would be removed in a dry run, and does not warn about their removal', async () => {
      await beginWith({ sample: false });
      await importLocations(['A', 'B']);
      await beginWith({ sample: true });
      const { status, stderr } = await importLocations(['B', 'C'], '--dry-run');
      expect(status).toBe(0);
      expect(stderr).not.toContain('leaves out');
      expect(stderr).toContain(
        'this replaces the sample network: 1 of its 2 records would be removed, which publishing allows\n',
      );
      expect((await importLocations([], '--merge', '--dry-run')).stderr).not.toContain('sample');
      expect((await importLocations(['B', 'C'])).stderr).not.toContain('leaves out');
    });

    it('replaces the sample again if the first import was not published', async () => {
      stack.answers.publisherFirst.push({ status: 'held', kind: 'locations', startedAt: 'then' });
      expect((await importLocations(['A'])).status).toBe(1);
      expect((await importLocations(['A'])).stderr).toContain('replacing the sample network');
    });

    it('no longer treats the records as the sample after a forced publication', async () => {
      stack.answers.publisherFirst.push(refused);
      expect((await importLocations(['A'])).status).toBe(4);
      const forced = await runWaypost(['publish', '--force', '--data-dir', stack.dataDirectory]);
      expect(forced.status).toBe(0);
      for (const { stderr } of [await importLocations(['A']), await importServices([1])])
        expect(stderr).not.toContain('replacing the sample');
      expect(stack.seen.publications.slice(-2)).toEqual([publication, publication]);
    });
  });

  it('imports billers, and bill types from compressed standard input, without publishing', async () => {
    const billTypes = gzipSync(fileOf([{ code: 'WATER', name: 'Water' }]));
    expect(await waypostImport(['bill-types', '-'], billTypes)).toMatchObject({ status: 0, stderr: '' });
    const lines = fileOf([billerLine('A', { billType: 'WATER' })]);
    expect(await waypostImport(['billers', '-'], lines)).toMatchObject({ status: 0, stderr: '' });
    const { Item } = await stack.embedded.client.send(
      new GetCommand({ TableName: stack.embedded.tables.billers, Key: { kind: 'BILL_TYPE', code: 'WATER' } }),
    );
    expect(Item).toMatchObject({ kind: 'BILL_TYPE', code: 'WATER', name: 'Water' });
    expect(stack.seen.publications).toEqual([]);
  });

  it('imports nothing if a file is missing', async () => {
    const existing = await fileWith('existing', fileOf([billerLine('NEW')]));
    const stderr = 'waypost: /nonexistent does not exist\n';
    const ended = await waypostImport(['billers', existing, '/nonexistent']);
    expect(ended).toEqual({ status: 1, stdout: '', stderr });
  });
});
