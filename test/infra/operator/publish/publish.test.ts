import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { dataFilesIn } from '../../../../infra/local/data-directory/data-files.ts';
import { publishInTurn } from '../../../../infra/operator/publish/publish.ts';
import { awaitServed } from '../../../../infra/operator/publish/serving.ts';
import { localStack } from '../../../../infra/operator/stack/local-stack.ts';
import { markImportStarted } from '../../../../shared/data-access/importing/import-mark.ts';
import { putEndedMark, reportRunningImport } from '../../../support/stack/import-states.ts';
import { startOperatorStack } from '../../../support/stack/operator-stack.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';

const stack = await startOperatorStack();
afterAll(() => stack.close());

const version = '20261121T005810123Z-4f2a9c';
const older = '20261121T005810122Z-ffffff';
const newer = '20261121T005810124Z-000000';
const startedAt = '2026-11-21T00:50:00.000Z';
const counts = { version, locations: 21_000, capabilities: 12 };
const published = {
  status: 'published',
  ...counts,
  full: true,
  skippedRows: 0,
  changes: { added: 5, changed: 1_300, removed: 2 },
};
const forced = { reason: 'operator', endRollback: true, force: true };
const busy = { status: 'busy', until: '2026-11-21T01:00:00.000Z' };
const held = { status: 'held', kind: 'locations', startedAt };
const waysOut = 'Run it again, or publish the stored records as they are: waypost publish --force';
const refused = {
  status: 'refused',
  why: 'too few',
  locations: 18_000,
  previousLocations: 21_000,
  examples: [{ id: '000001_PO', change: 'names', before: 'Perth', after: 'Per\u001b[2Jth' }],
};

const publish = (...args: readonly string[]) =>
  runWaypost(['publish', ...args, '--data-dir', stack.dataDirectory]);

const someImport = { kind: 'locations', mode: 'replace', startedAt: '2026-11-21T12:00:00.000Z' } as const;

describe('waypost publish', () => {
  beforeEach(() => {
    stack.answers.publisher = { body: published };
    stack.answers.publisherFirst.length = 0;
    stack.answers.served = version;
    stack.seen.publications.length = 0;
    stack.seen.requests.length = 0;
  });

  it('prints the result and the changes without waiting until they are served', async () => {
    expect(await publish()).toEqual({
      status: 0,
      stderr: 'publishing ...\n',
      stdout: [
        'result     published',
        `version    ${version}`,
        'locations  21,000',
        'services   12',
        'changes    5 added, 1,300 changed, 2 removed',
        '',
      ].join('\n'),
    });
    expect(stack.seen.publications).toEqual([{ reason: 'operator', endRollback: true }]);
    expect(stack.seen.requests).toEqual([]);
  });

  it('prints the result of the publisher with --json', async () => {
    const { status, stdout } = await publish('--json', '--force');
    expect({ status, result: JSON.parse(stdout) }).toEqual({ status: 0, result: published });
    expect(stack.seen.publications).toEqual([forced]);
  });

  it.each([
    [{ ...published, skippedRows: 3 }, /^skipped +3 stored rows that cannot be read/m],
    [
      { status: 'superseded', ...counts },
      /^result +superseded: a publication that started later finished first$/m,
    ],
  ])('counts skipped rows, and succeeds if a later publication completed first: %j', async (body, text) => {
    stack.answers.publisher = { body };
    expect(await publish()).toMatchObject({ status: 0, stdout: expect.stringMatching(text) });
  });

  it('with --wait, waits until every function and both locations services serve this version or a newer one', async () => {
    await stack.describe({ catalogueCheckSeconds: 1 });
    onTestFinished(() => stack.describe());
    stack.answers.served = older;
    const begin = Date.now();
    setTimeout(() => {
      stack.answers.served = newer;
    }, 300);
    const { status, stdout, stderr } = await publish('--wait', '--json');
    expect(status).toBe(0);
    expect(Date.now() - begin).toBeGreaterThanOrEqual(990);
    expect(JSON.parse(stdout)).toMatchObject({ version, served: 'served' });
    expect(stderr).toContain(`catalogue ${version} (21,000 locations, 12 services) is being served\n`);
  });

  it('with --wait, reports a locations service that the key cannot access, or a missing key', async () => {
    const { keyFile } = dataFilesIn(stack.dataDirectory);
    stack.answers.v2 = { apiStatus: 403 };
    const partial = await publish('--wait');
    stack.answers.v2 = {};
    const some = ` is published: being served by v3; the key in ${keyFile} has no access to the other API version\n`;
    expect(partial).toMatchObject({ status: 0, stderr: expect.stringContaining(some) });
    stack.seen.requests.length = 0;
    const key = await readFile(keyFile);
    await rm(keyFile);
    onTestFinished(() => writeFile(keyFile, key));
    const none = `being served is unknown without a key for the locations services in ${keyFile}\n`;
    expect(await publish('--wait')).toMatchObject({ status: 0, stderr: expect.stringContaining(none) });
    expect(stack.seen.requests).toEqual([]);
  });

  it('fails if the version is not served in time, and reports which version each locations service serves', async () => {
    stack.answers.served = older;
    const waiting = awaitServed(await localStack(stack.dataDirectory), counts, 100);
    await expect(waiting).rejects.toMatchObject({
      code: 'not_served',
      message: expect.stringMatching(
        `not served after 0.1 s: v2 responds from version ${older}, v3 responds from version ${older}`,
      ),
    });
  });

  it('reports that a publication is running, and how to check its status', async () => {
    stack.answers.publisher = { body: busy };
    const running = `waypost: another publication is running; its lease expires at ${busy.until} unless it is renewed. \`waypost status --data-dir ${stack.dataDirectory}\``;
    expect(await publish()).toEqual({ status: 1, stdout: '', stderr: expect.stringContaining(running) });
    expect(stack.seen.publications).toHaveLength(1);
  });

  it('publishes with --wait after another publication has finished', async () => {
    stack.answers.publisherFirst.push(busy);
    const waiting = 'publishing ...\nanother publication is running, waiting for it to finish ...\n';
    const stderr = expect.stringContaining(waiting);
    expect(await publish('--wait')).toMatchObject({ status: 0, stderr });
    expect(stack.seen.publications).toHaveLength(2);
  });

  it('reports why a publication was rejected, with counts, and how to publish anyway', async () => {
    stack.answers.publisher = { body: refused };
    const { status, stdout, stderr } = await publish('--json');
    expect(status).toBe(4);
    const why =
      'publishing was rejected: too few (18,000 locations are stored, 21,000 are published). The previous version is still served';
    const remedy = `To publish the stored records anyway: waypost publish --force --data-dir ${stack.dataDirectory}`;
    const error = { code: 'publication_refused', message: why, remedy };
    expect(JSON.parse(stdout)).toEqual({ ...refused, error });
    expect(stderr).toContain(`waypost: ${why}. ${remedy}\n`);
    const table = 'LOCATION   CHANGE  BEFORE  AFTER\n000001_PO  names   Perth   Per\\u001b[2Jth\n';
    expect((await publish()).stdout).toBe(table);
  });

  it('reports that publishing may continue if the publisher does not respond in time', async () => {
    const opened = await localStack(stack.dataDirectory);
    const invokePublisher = () => Promise.reject(new DOMException('too late', 'TimeoutError'));
    const publishing = publishInTurn({ ...opened, invokePublisher }, { reason: 'operator' }, { patience: 0 });
    await expect(publishing).rejects.toMatchObject({
      code: 'unreachable',
      message: 'the publisher has not responded in time, and may still be publishing',
      remedy: `\`waypost status --data-dir ${stack.dataDirectory}\` shows the result`,
    });
  });

  const stopped = `the import of locations that started at ${startedAt} stopped halfway`;
  const ended = `the import of locations that started at ${startedAt} has finished, and its records will be published automatically\n`;
  const stoppedRestore = `the restore of locations from the table restored that started at ${startedAt} stopped halfway, so nothing is published. ${waysOut}`;
  const unreadable = 'waypost: the marker of the last import (last-import.json) cannot be read';
  it.each([
    ['an import that stopped halfway', held, [stopped, waysOut]],
    ['an import that has finished', { ...held, endedAt: startedAt }, [ended]],
    ['a restore that stopped halfway', { ...held, restoredFrom: 'restored' }, [stoppedRestore]],
    [
      'an import with an unreadable marker',
      { status: 'held', kind: 'unknown' },
      [unreadable, 'Run the last import again with --force, or publish'],
    ],
  ])('explains how to proceed if publishing is blocked by %s', async (_, body, messages) => {
    stack.answers.publisher = { body };
    const { status, stderr } = await publish();
    expect(status).toBe(1);
    for (const message of messages) expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/unknown|undefined/);
  });

  it('does not force-publish part of a restore that may still be running elsewhere', async () => {
    const begun = Date.now() - 60_000;
    const restore = { ...someImport, mode: 'merge', restoredFrom: 'restored' } as const;
    await markImportStarted(stack.bucket, { ...restore, startedAt: new Date(begun).toISOString() });
    const young = await publish('--force');
    const silent = new Date(begun - 35 * 60_000).toISOString();
    await markImportStarted(stack.bucket, { ...restore, startedAt: silent });
    const old = await publish('--force');
    await putEndedMark(stack.bucket, someImport);
    expect(young).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /the restore of locations from the table restored .* is running, .*\. If stopped, run the restore again\. It counts as running until/,
      ),
    });
    expect(old.status).toBe(0);
    expect(stack.seen.publications).toEqual([forced]);
  });

  describe('while an import is running', () => {
    let release: () => Promise<void>;
    beforeEach(async () => {
      release = await reportRunningImport(stack.bucket.imports);
      await markImportStarted(stack.bucket, someImport);
    });
    afterEach(async () => {
      await putEndedMark(stack.bucket, someImport);
      await release();
    });

    const running = expect.stringMatching(/the import of locations .* is running/);

    it('leaves publishing to the import', async () => {
      stack.answers.publisher = { body: held };
      const { status, stderr } = await publish();
      expect({ status, stderr }).toEqual({ status: 1, stderr: running });
      expect(stderr).not.toContain('--force');
    });

    it('force-publishes if the marker of the import is damaged', async () => {
      await stack.bucket.put('last-import.json', '{bad');
      expect(await publish('--force')).toMatchObject({ status: 0 });
      expect(stack.seen.publications).toEqual([forced]);
    });

    it('does not force-publish part of the import', async () => {
      expect(await publish('--force')).toMatchObject({ status: 1, stderr: running });
      expect(stack.seen.publications).toEqual([]);
    });

    it('does not force-publish part of an import that started within a second of the end of another', async () => {
      const { imports } = stack.bucket;
      const before = new Date(Date.now() - 100);
      await (await reportRunningImport(imports, before, 'locations/april.ndjson'))();
      const end = await reportRunningImport(imports);
      expect(await publish('--force')).toMatchObject({ status: 1, stderr: running });
      await end();
    });
  });
});
