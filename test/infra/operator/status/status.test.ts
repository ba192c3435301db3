import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataFilesIn } from '../../../../infra/local/data-directory/data-files.ts';
import { openJobs } from '../../../../infra/local/jobs/jobs.ts';
import { openState, type State } from '../../../../infra/local/state.ts';
import { markImportBegun } from '../../../../shared/data-access/importing/import-mark.ts';
import type { ImportReport } from '../../../../shared/data-access/importing/import-report.ts';
import { writeReport } from '../../../../shared/data-access/importing/import-report.ts';
import { putEndedMark } from '../../../support/ended-mark.ts';
import { aCapability, postOffices } from '../../../support/networks/network-records.ts';
import { networkOf, publishNetwork, runPublisher } from '../../../support/networks/publish-network.ts';
import { type OperatorStack, startOperatorStack } from '../../../support/stack/operator-stack.ts';
import { queueFile } from '../../../support/stack/queued-file.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';

const network = networkOf(postOffices(20), [aCapability(1), aCapability(2)]);

let stack: OperatorStack;
beforeAll(async () => {
  stack = await startOperatorStack();
});
afterAll(() => stack.close());

const status = (...args: readonly string[]) =>
  runWaypost(['status', ...args, '--data-dir', stack.dataDirectory]);

const importing: Omit<ImportReport, 'startedAt' | 'updatedAt'> = {
  file: 'locations/may.ndjson',
  etag: 'e',
  putAt: '2026-05-01T00:00:00.000Z',
  kind: 'locations',
  mode: 'merge',
  force: false,
  status: 'importing',
  line: 2_000,
  summary: {
    read: 2_000,
    added: 2_000,
    changed: 0,
    unchanged: 0,
    removed: 0,
    failed: 0,
    kept: 0,
    refused: false,
  },
  badLines: [],
  warnings: [],
};

const someImport = { kind: 'locations', mode: 'replace', startedAt: '2026-11-21T12:00:00.000Z' } as const;

describe('waypost status', () => {
  it('says that nothing is published', async () => {
    const { status: ended, stdout, stderr } = await status();
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: '' });
    expect(stdout).toMatch(/^version {4}none$/m);
    expect(stdout).toContain('- nothing is published yet');
  });

  describe('of a published network', () => {
    let version: string;
    let state: State;
    beforeEach(async () => {
      state = openState(dataFilesIn(stack.dataDirectory).stateFile);
      openJobs(state);
      ({ version } = await publishNetwork(stack.bucket, network));
      stack.answers.served = version;
    });
    afterEach(async () => {
      state.close();
      await rm(dataFilesIn(stack.dataDirectory).stateFile);
    });

    it('ends with 0 when all is well', async () => {
      const nextRunAt = Date.now() + 60 * 60_000;
      state.database.prepare("INSERT INTO schedules VALUES ('Publish', 60, ?)").run(nextRunAt);
      const { status: ended, stdout, stderr } = await status();
      expect({ ended, stderr }).toEqual({ ended: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^version {4}${version}, being served$`, 'm'));
      expect(stdout).toMatch(/^published {2}.*(seconds?|second) ago$/m);
      expect(stdout).toMatch(/^workcentres\.json\.gz +20 /m);
      expect(stdout).toMatch(/^next run .* in 59 minutes$/m);
    });

    it('is one JSON object with --json', async () => {
      const { stdout } = await status('--json');
      expect(JSON.parse(stdout)).toMatchObject({
        isWell: true,
        published: { version, locations: 20, services: 2 },
        served: version,
        lastRun: { outcome: { status: 'published' } },
        unfinishedImport: null,
      });
    });

    it('names the file that is being imported, and counts those that wait behind it', async () => {
      const queued = [1, 2, 3].map(() => queueFile(stack.dataDirectory));
      const waiting = JSON.parse((await status('--json')).stdout);
      expect(waiting).toMatchObject({ isWell: true, fileImport: null, waitingFiles: 3 });

      const now = new Date().toISOString();
      const report = { ...importing, startedAt: now, updatedAt: now };
      await writeReport(stack.bucket.imports, report);
      const running = JSON.parse((await status('--json')).stdout);
      const { stdout } = await status();
      await writeReport(stack.bucket.imports, { ...report, status: 'imported', endedAt: now });
      expect(running).toMatchObject({
        fileImport: { file: importing.file, kind: 'locations', mode: 'merge', lines: 2_000 },
        waitingFiles: 2,
      });
      expect(stdout).toMatch(
        /^files {6}locations\/may\.ndjson is being imported, 2,000 lines done; 2 files\s+wait$/m,
      );
      expect(JSON.parse((await status('--json')).stdout).fileImport).toBeNull();
      for (const imported of queued) imported();
    });

    it('names a refused publication and ends with 1', async () => {
      await runPublisher(stack.bucket, networkOf(postOffices(3), network.capabilities));
      const { status: ended, stdout } = await status();
      expect(ended).toBe(1);
      expect(stdout).toMatch(/NEEDS A PERSON\n- the last publication was refused: 17 of 20/);
    });

    it('names an import that stopped half-way and ends with 1', async () => {
      await markImportBegun(stack.bucket, someImport);
      const { status: ended, stdout } = await status('--json');
      await putEndedMark(stack.bucket, someImport);
      expect(ended).toBe(1);
      expect(JSON.parse(stdout).unfinishedImport).toEqual({ ...someImport, isRunning: false });
    });

    it('names events that were given up since and ends with 1', async () => {
      const jobs = openJobs(state);
      const group = { kind: 'stream', name: 'Locations', groupId: '' } as const;
      jobs.add(group, {}, Date.now());
      const job = jobs.first(group);
      const letter = { queue: 'Undelivered', functionName: 'Publisher', sent: {}, why: 'timed out' };
      if (job) jobs.giveUp(job, Date.now() + 1_000, letter);
      expect(await status()).toMatchObject({
        status: 1,
        stdout: expect.stringContaining('1 event for the publisher'),
      });
    });

    it('names a version that goes on being served instead, and ends with 1', async () => {
      stack.answers.served = '20260101T000000000Z-000000';
      expect(await status()).toMatchObject({
        status: 1,
        stdout: expect.stringContaining(`version    ${version}, not being served`),
      });
    });

    it('names the view that fails while the other serves it, and ends with 1', async () => {
      stack.answers.v2 = { apiStatus: 500 };
      const { status: ended, stdout } = await status('--json');
      stack.answers.v2 = {};
      expect(ended).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({
        problems: [expect.stringMatching(/: v2 answers 500$/)],
        served: null,
        servedBy: ['v3'],
      });
    });

    it.each([
      ['manifest.json', /^the manifest is not JSON .*waypost publish --force --data-dir \S+$/],
      [
        'last-import.json',
        /^last-import.json cannot be read.*last import with --force; or publish .* --force --data-dir \S+$/,
      ],
    ])('names a damaged %s and ends with 1', async (key, problem) => {
      await stack.bucket.put(key, '{bad');
      const { status: ended, stdout } = await status('--json');
      await putEndedMark(stack.bucket, someImport);
      expect(ended).toBe(1);
      expect(JSON.parse(stdout).problems).toEqual([expect.stringMatching(problem)]);
    });

    it('keeps the way out in one line, to be copied', async () => {
      await stack.bucket.put('last-import.json', '{bad');
      const { stdout } = await status();
      await putEndedMark(stack.bucket, someImport);
      expect(stdout).toMatch(new RegExp(`waypost publish --force --data-dir ${stack.dataDirectory}$`, 'm'));
    });

    it('names a damaged state of the stack and ends with 1', async () => {
      state.database.exec('ALTER TABLE schedules RENAME TO times');
      const { status: ended, stdout } = await status('--json');
      expect(ended).toBe(1);
      expect(JSON.parse(stdout).problems).toEqual([expect.stringContaining('state.sqlite is damaged')]);
    });
  });
});

describe('waypost redrive', () => {
  it.each([
    [[], 'Events to be retried: 0\n'],
    [['--discard'], 'Events deleted: 0\n'],
  ])('tells the stack, and says how many events there were (%j)', async (options, stdout) => {
    stack.seen.requests.length = 0;
    const ended = await runWaypost(['redrive', ...options, '--data-dir', stack.dataDirectory]);
    expect(ended).toMatchObject({ status: 0, stdout, stderr: '' });
    expect(stack.seen.requests).toEqual([expect.stringMatching(/^\/dead-letters /)]);
  });
});
