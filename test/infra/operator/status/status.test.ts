import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataFilesIn } from '../../../../infra/local/data-directory/data-files.ts';
import { type GivenUp, openJobs } from '../../../../infra/local/jobs/jobs.ts';
import { openState, type State } from '../../../../infra/local/state.ts';
import { markImportBegun } from '../../../../shared/data-access/importing/import-mark.ts';
import { putEndedMark } from '../../../support/ended-mark.ts';
import { aCapability, postOffices } from '../../../support/networks/network-records.ts';
import { networkOf, publishNetwork, runPublisher } from '../../../support/networks/publish-network.ts';
import { type OperatorStack, startOperatorStack } from '../../../support/stack/operator-stack.ts';
import { queueFile } from '../../../support/stack/queued-file.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';
import { reportRunningImport } from '../../../support/stack/running-import.ts';

const network = networkOf(postOffices(20), [aCapability(1), aCapability(2)]);

let stack: OperatorStack;
beforeAll(async () => {
  stack = await startOperatorStack();
});
afterAll(() => stack.close());

const status = (...args: readonly string[]) =>
  runWaypost(['status', ...args, '--data-dir', stack.dataDirectory]);

const someImport = { kind: 'locations', mode: 'replace', startedAt: '2026-11-21T12:00:00.000Z' } as const;

describe('waypost status', () => {
  it('says that nothing is published', async () => {
    const { status: ended, stdout, stderr } = await status();
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: '' });
    expect(stdout).toMatch(/^version {7}none$/m);
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

    const giveUp = (kind: 'queue' | 'stream', name: string, at: number, letter: GivenUp) => {
      const jobs = openJobs(state);
      const group = { kind, name, groupId: '' };
      jobs.add(group, {}, at);
      const job = jobs.first(group);
      if (job) jobs.giveUp(job, at, letter);
    };

    it('ends with 0 when all is well', async () => {
      const nextRunAt = Date.now() + 60 * 60_000;
      state.database.prepare("INSERT INTO schedules VALUES ('Publish', 60, ?)").run(nextRunAt);
      const { status: ended, stdout, stderr } = await status();
      expect({ ended, stderr }).toEqual({ ended: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^version {7}${version}, being served$`, 'm'));
      expect(stdout).toMatch(/^published {5}.*(seconds?|second) ago$/m);
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

      const end = await reportRunningImport(stack.bucket.imports);
      const running = JSON.parse((await status('--json')).stdout);
      const { stdout } = await status();
      await end();
      expect(running).toMatchObject({
        fileImport: { file: 'locations/may.ndjson', kind: 'locations', mode: 'merge', lines: 2_000 },
        waitingFiles: 2,
      });
      expect(stdout).toMatch(
        /^files {9}locations\/may\.ndjson is being imported, 2,000 lines done; 2 files\s+wait$/m,
      );
      expect(JSON.parse((await status('--json')).stdout).fileImport).toBeNull();
      for (const imported of queued) imported();
    });

    it('names a refused publication and ends with 1', async () => {
      await runPublisher(stack.bucket, networkOf(postOffices(3), network.capabilities));
      const { status: ended, stdout } = await status();
      expect(ended).toBe(1);
      expect(stdout).toMatch(/ACTION REQUIRED\n- the last publication was refused: 17 of 20/);
      await runPublisher(stack.bucket, networkOf(postOffices(3), network.capabilities));
      expect((await status()).stdout).toMatch(
        /OR FAILED\n- \S+Z \(\S+\) and \d runs? before it:\s+refused: 17/,
      );
    });

    it('names exports that are older than two periods of the schedule', async () => {
      state.database.prepare("INSERT INTO schedules VALUES ('Publish', 0.0001, ?)").run(Date.now());
      expect(JSON.parse((await status('--json')).stdout).problems).toEqual([
        expect.stringMatching(
          /^the full exports are .* old, and should be published every less than a second$/,
        ),
      ]);
    });

    it('names a file that was given up, in short for people and in full for scripts', async () => {
      const key = `locations/${'a'.repeat(200)}.ndjson`;
      const body = JSON.stringify({ detail: { object: { key } } });
      const sent = { Records: [{ body }] };
      const letter = { queue: 'Undelivered', functionName: 'Importer', sent, why: `${key} cannot be read` };
      giveUp('queue', 'Files', Date.parse('2026-11-21T00:58:10Z'), letter);
      const { stdout } = await status();
      expect(stdout.replace(/\n +/g, ' ')).toMatch(
        /- 1 file in the import bucket was given up, the last one locations\/a{26}…a{13}\.ndjson: locations\/a{26}…a{13}\.ndjson cannot/,
      );
      expect(JSON.parse((await status('--json')).stdout)).toMatchObject({
        problems: [expect.stringContaining(`the last one ${key}: ${key} cannot be read`)],
        deadLetters: { total: 1, sinceGenerated: 0 },
      });
    });

    it('names an import that stopped half-way and ends with 1', async () => {
      await markImportBegun(stack.bucket, someImport);
      const { status: ended, stdout } = await status('--json');
      await putEndedMark(stack.bucket, someImport);
      expect(ended).toBe(1);
      expect(JSON.parse(stdout).unfinishedImport).toEqual({ ...someImport, isRunning: false });
    });

    it('names events that were given up since and ends with 1', async () => {
      const letter = { queue: 'Undelivered', functionName: 'Publisher', sent: {}, why: 'timed out' };
      giveUp('stream', 'Locations', Date.now() + 1_000, letter);
      expect(await status()).toMatchObject({
        status: 1,
        stdout: expect.stringContaining('1 event for the publisher'),
      });
    });

    it('names a version that goes on being served instead, and ends with 1', async () => {
      stack.answers.served = '20260101T000000000Z-000000';
      expect(await status()).toMatchObject({
        status: 1,
        stdout: expect.stringContaining(`version       ${version}, not being served`),
      });
    });

    it('names the view that fails while the other serves it, and ends with 1', async () => {
      stack.answers.v2 = { apiStatus: 500 };
      const { status: ended, stdout } = await status('--json');
      stack.answers.v2 = {};
      expect(ended).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({
        problems: [expect.stringMatching(/: v2 responds with 500$/)],
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
    [[], '0 events will be retried\n'],
    [['--discard'], '0 events deleted\n'],
  ])('tells the stack, and says how many events there were (%j)', async (options, stdout) => {
    stack.seen.requests.length = 0;
    const ended = await runWaypost(['redrive', ...options, '--data-dir', stack.dataDirectory]);
    expect(ended).toMatchObject({ status: 0, stdout, stderr: '' });
    expect(stack.seen.requests).toEqual([expect.stringMatching(/^\/dead-letters /)]);
  });
});
