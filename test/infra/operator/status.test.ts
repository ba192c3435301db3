import { rm } from 'node:fs/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';
import { freePort } from '../../../infra/local/database/engine.ts';
import { type GivenUp, openJobs } from '../../../infra/local/jobs/jobs.ts';
import { openState, type State } from '../../../infra/local/state.ts';
import { followToEnd } from '../../../infra/operator/import/follow.ts';
import { localStack } from '../../../infra/operator/stack/local-stack.ts';
import { markImportStarted } from '../../../shared/data-access/importing/import-mark.ts';
import { endRollbackHold, startRollbackHold } from '../../../shared/data-access/publishing/rollback-hold.ts';
import { aCapability, postOffice, postOffices } from '../../support/networks/network-records.ts';
import { networkOf, publishNetwork, runPublisher, tablesOf } from '../../support/networks/publish-network.ts';
import { putEndedMark, queueFile, reportRunningImport } from '../../support/stack/import-states.ts';
import { startOperatorStack } from '../../support/stack/operator-stack.ts';
import { runWaypost } from '../../support/stack/run-waypost.ts';

const network = networkOf(postOffices(20), [aCapability(1), aCapability(2)]);

const stack = await startOperatorStack();
afterAll(() => stack.close());

const status = (...args: readonly string[]) =>
  runWaypost(['status', ...args, '--data-dir', stack.dataDirectory]);

const older = '20260101T000000000Z-000000';
const someImport = { kind: 'locations', mode: 'replace', startedAt: '2026-11-21T12:00:00.000Z' } as const;

describe('waypost status', () => {
  it('reports that nothing is published', async () => {
    const stdout = expect.stringMatching(/^version {9}none\n.*- nothing is published yet/s);
    expect(await status()).toEqual({ status: 1, stdout, stderr: '' });
  });

  describe('of a published network', () => {
    let version: string;
    let state: State;
    const published = new Map<string, Uint8Array>();
    beforeAll(async () => {
      ({ version } = await publishNetwork(stack.bucket, network));
      for (const key of await stack.bucket.keys())
        if (!key.includes(version)) published.set(key, await stack.bucket.get(key));
    });
    beforeEach(async () => {
      state = openState(dataFilesIn(stack.dataDirectory).stateFile);
      openJobs(state);
      for (const [key, bytes] of published) await stack.bucket.put(key, bytes);
      stack.answers.served = version;
    });
    afterEach(async () => {
      state.close();
      await rm(dataFilesIn(stack.dataDirectory).stateFile);
    });

    const giveUp = (
      kind: 'queue' | 'stream',
      at: number,
      letter: Pick<GivenUp, 'why'> & Partial<GivenUp>,
    ) => {
      const jobs = openJobs(state);
      const group = { kind, name: 'Group', groupId: '' };
      jobs.add(group, {}, at);
      const job = jobs.first(group) ?? expect.fail();
      jobs.giveUp(job, at, { queue: 'Undelivered', functionName: 'Function', sent: {}, ...letter });
    };

    it('lists locations that have closed but are still served because of a rollback', async () => {
      const closing = [postOffice(1, { closesOn: '2026-01-31' }), postOffice(2, { closesOn: '2099-12-31' })];
      const offices = networkOf([...closing, ...postOffices(20).slice(2)]);
      const { version } = await publishNetwork(stack.bucket, offices);
      const startedAt = '2026-01-30T00:00:00Z';
      const hold = { to: version, by: 'ada@host', startedAt };
      await startRollbackHold(stack.bucket, hold);
      const { problems } = JSON.parse((await status('--json')).stdout);
      await endRollbackHold(stack.bucket, hold, startedAt);
      const held = /^publications are held back .*locations do not open or close on their first and/;
      expect(problems).toContainEqual(expect.stringMatching(held));
      const closed = 'has closed, but is still served because of the rollback: 000001_PO (2026-01-31)';
      expect(problems).toContain(`1 location ${closed}`);
    });

    it('shows everything else if the manual changes cannot be read', async () => {
      await stack.describe({ tables: { ...stack.embedded.tables, locationChanges: 'missing' } });
      const { stdout } = await status('--json');
      await stack.describe();
      const problems = [expect.stringMatching(/^the manual changes could not be read: /)];
      expect(JSON.parse(stdout)).toMatchObject({ published: { version }, changesByHand: null, problems });
    });

    const schedule = (everyMinutes: number, nextRunAt: number) =>
      state.database.prepare("INSERT INTO schedules VALUES ('Publish', ?, ?)").run(everyMinutes, nextRunAt);

    const publishFewer = () => runPublisher(stack.bucket, networkOf(postOffices(3), network.capabilities));

    it('exits with 0 if there are no problems', async () => {
      schedule(60, Date.now() + 60 * 60_000);
      const { status: ended, stdout, stderr } = await status();
      expect({ ended, stderr }).toEqual({ ended: 0, stderr: '' });
      expect(stdout).toMatch(`version         ${version}, being served\n`);
      for (const line of [
        /^published {5}.* ago$/m,
        /^workcentres\.json\.gz +20 /m,
        /^next run .* in 59 minutes$/m,
      ])
        expect(stdout).toMatch(line);
      expect(JSON.parse((await status('--json')).stdout)).toMatchObject({
        isWell: true,
        published: { version, locations: 20, services: 2 },
        served: version,
        lastRun: { outcome: { status: 'published' } },
        unfinishedImport: null,
      });
    });

    it('shows the file that is being imported and the number of waiting files', async () => {
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
        /^files {11}locations\/may\.ndjson is being imported, 2,000 lines done; 2\s+files\s+waiting$/m,
      );
      expect(JSON.parse((await status('--json')).stdout).fileImport).toBeNull();
      for (const imported of queued) imported();
    });

    test.for([
      { name: 'a rejection', prepare: publishFewer, problem: /^the last publication was rejected: 17 of 20/ },
      {
        name: 'rows that the last full publication left out, even if a later run published nothing',
        prepare: async () => {
          const tables = tablesOf(network);
          const readAll = async () => ({ ...(await tables.readAll(new Date())), skippedRows: 2 });
          const { version } = await publishNetwork(stack.bucket, network, { tables: { ...tables, readAll } });
          stack.answers.served = version;
          await runPublisher(stack.bucket, network, { event: { reason: 'import', onlyChanges: true } });
        },
        problem:
          /^the last full publication left out 2 stored rows that cannot be read; .* waypost publish --data-dir \S+$/,
      },
      {
        name: 'exports older than two schedule periods',
        prepare: () => schedule(0.0001, Date.now()),
        problem: /^the full exports are .* old, but should be published every less than a second$/,
      },
      {
        name: 'dead letters since the last publication',
        prepare: () => giveUp('stream', Date.now() + 1_000, { why: 'timed out' }),
        problem:
          /^1 event for the publisher failed all attempts, and nothing has been published since: timed out/,
        data: { deadLetters: { total: 1, sinceGenerated: 1 } },
      },
      {
        name: 'availability reports that were not stored',
        prepare: () => {
          const sent = { Records: [{ body: '{"detail-type":"AvailabilityReported","detail":{}}' }] };
          giveUp('queue', Date.now(), { sent, why: 'bad rows' });
        },
        problem:
          /^1 event with availability reports could not be stored, or were stored only partly: bad rows/,
      },
      {
        name: 'an import that stopped halfway',
        prepare: () => markImportStarted(stack.bucket, someImport),
        problem: /^the import of locations that started at \S+ stopped halfway/,
        data: { unfinishedImport: { ...someImport, isRunning: false } },
      },
      ...[
        { answer: { served: older }, lags: `v2 responds from version ${older}, v3 responds from version .*` },
        { answer: { v2: { apiStatus: 500 } }, lags: 'v2 responds with 500', data: { servedBy: ['v3'] } },
        {
          answer: { served: undefined },
          lags: 'v2 responds without a version, v3 responds without a version',
        },
        { apiUrl: 'http://127.0.0.1:1', lags: 'v2 does not respond, v3 does not respond' },
      ].map(({ answer, apiUrl, lags, data }) => ({
        name: `that ${lags}`,
        prepare: async () => {
          Object.assign(stack.answers, answer);
          if (apiUrl) await stack.describe({ apiUrl });
        },
        problem: new RegExp(`^the published version is not served everywhere: ${lags}$`),
        data: { serving: 'not served', ...data },
      })),
      {
        name: 'a damaged manifest',
        prepare: () => stack.bucket.put('manifest.json', '{bad'),
        problem: /^the manifest is invalid: ✖ not JSON.*waypost publish --force --data-dir \S+$/,
      },
      {
        name: 'a damaged import marker',
        prepare: () => stack.bucket.put('last-import.json', '{bad'),
        problem:
          /^last-import.json cannot be read.*last import again with --force, or publish .* --force --data-dir \S+$/,
        data: { isImportKnown: false },
      },
      {
        name: 'a damaged state file',
        prepare: () => void state.database.exec('ALTER TABLE schedules RENAME TO times'),
        problem: /state.sqlite is damaged/,
      },
    ])('reports $name and exits with 1', async ({ prepare, problem, data = {} }) => {
      await prepare();
      const { status: ended, stdout } = await status('--json');
      await putEndedMark(stack.bucket, someImport);
      await stack.describe();
      stack.answers.v2 = {};
      expect(ended).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({ problems: [expect.stringMatching(problem)], ...data });
    });

    it('prints problems, and each suggested command on a single line', async () => {
      await publishFewer();
      await publishFewer();
      const { stdout } = await status();
      expect(stdout).toMatch(/ACTION REQUIRED\n- the last publication was rejected: 17 of 20/);
      expect(stdout).toMatch(
        /LAST REJECTION\nLOCATION +CHANGE +BEFORE +AFTER\n000004_PO +removed +POST OFFICE 4/,
      );
      expect(stdout).toMatch(/OR FAILED\n- \S+Z \(\S+\) and \d runs? before it:\s+rejected: 17/);
      expect(stdout).toMatch(new RegExp(`waypost publish --force --data-dir ${stack.dataDirectory}$`, 'm'));
    });

    const sentFile = (key: string) => {
      return { Records: [{ body: JSON.stringify({ detail: { object: { key } } }) }] };
    };

    it('tells `import follow` that a file without progress for a minute is a dead letter', async () => {
      const key = 'locations/lost.ndjson';
      const { client, bucket } = stack.bucket.imports;
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: '{}' }));
      giveUp('queue', Date.now() + 1_000, { sent: sentFile(key), why: 'out of memory' });
      const opened = await localStack(stack.dataDirectory);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      // Stays below the time after which following gives up on a silent importer.
      const end = Date.now() + 30 * 60_000;
      const clock = setInterval(() => vi.setSystemTime(Math.min(Date.now() + 61_000, end)), 200);
      const following = followToEnd({ stack: opened, key, originOf: (line) => ({ source: key, line }) });
      const error = await following.catch((error: unknown) => error);
      clearInterval(clock);
      vi.useRealTimers();
      opened.close();
      const remedy = `To try again: waypost redrive --data-dir ${stack.dataDirectory}`;
      expect(error).toMatchObject({
        message: 'the importer has given up on the file: out of memory',
        remedy,
      });
    });

    it('shortens the name of a failed file, except with --json', async () => {
      const key = `locations/${'a'.repeat(200)}.ndjson`;
      const why = `${key} cannot be read`;
      giveUp('queue', Date.parse('2026-11-21T00:58:10Z'), { sent: sentFile(key), why });
      const { stdout } = await status();
      expect(stdout.replace(/\n +/g, ' ')).toMatch(
        /- 1 file in the import bucket could not be imported; the last one is locations\/a{26}…a{13}\.ndjson: locations\/a{26}…a{13}\.ndjson cannot/,
      );
      expect(JSON.parse((await status('--json')).stdout)).toMatchObject({
        problems: [expect.stringContaining(`the last one is ${key}: ${key} cannot be read`)],
        deadLetters: { total: 1, sinceGenerated: 0 },
      });
    });
  });
});

describe('waypost redrive', () => {
  const redrive = (...args: readonly string[]) =>
    runWaypost(['redrive', ...args, '--data-dir', stack.dataDirectory]);

  const leftOver = `2 events cannot be retried, because their source is no longer part of the stack. \`waypost redrive --discard --data-dir ${stack.dataDirectory}\` deletes them.\n`;
  test.for([
    { options: [], body: {}, stdout: '0 events will be retried\n', stderr: '' },
    { options: ['--discard'], body: {}, stdout: '0 events deleted\n', stderr: '' },
    { options: [], body: { redriven: 1, kept: 2 }, stdout: '1 event will be retried\n', stderr: leftOver },
  ])('calls the stack and prints the numbers of events: $body', async ({ options, body, ...printed }) => {
    stack.seen.requests.length = 0;
    stack.answers.body = body;
    const ended = await redrive(...options);
    stack.answers.body = {};
    expect(ended).toEqual({ status: 0, ...printed });
    expect(stack.seen.requests).toEqual([expect.stringMatching(/^\/dead-letters /)]);
  });

  it('reports an unreachable stack', async () => {
    await stack.describe({ controlEndpoint: `http://127.0.0.1:${await freePort()}` });
    const { status: ended, stdout } = await redrive('--json');
    await stack.describe();
    expect(ended).toBe(1);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^fetch failed \(.*ECONNREFUSED/),
    });
  });
});
