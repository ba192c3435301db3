import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';
import { localStack } from '../../../infra/operator/stack/local-stack.ts';
import { locationKey } from '../../../shared/data-access/location-table.ts';
import { sampleServices } from '../../sample-network/service-lines.ts';
import { fileOf, numberedBiller } from '../../support/networks/import-lines.ts';
import { largeNetworkLines } from '../../support/networks/large-network.ts';
import { peakMegabytesOf } from '../../support/processes/megabytes.ts';
import { keptAssembly } from '../../support/stack/kept-sample.ts';
import { runWaypost, startWaypost } from '../../support/stack/run-waypost.ts';
import {
  newDataDirectory,
  removeDataDirectory,
  type StackProcess,
  startStackProcess,
} from '../../support/stack/stack-process.ts';
import { httpTarget } from '../../support/targets/http-target.ts';
import { processorSecondsOf, processorSecondsOfTree } from './processor-seconds.ts';

// Measured on a busy machine: 53 and 63 seconds. The target is 60 seconds of elapsed time on two idle cores.
const locationCount = 21_000;
const maxProcessorSeconds = 100;
/** Changes to many locations, and after a full publication, may take twice as long. */
const maxServedSeconds = 5;
/** Minimum number of post offices in New South Wales. */
const minOffices = 1_400;

/** 300 MB in MiB. */
const maxMegabytes = 286;

const serviceLines = Array.from({ length: 60 }, (_, index) => {
  const { line } = sampleServices[index % sampleServices.length] ?? { line: {} };
  return index < sampleServices.length
    ? line
    : { ...line, service_code: 500 + index, capability_id: `OC${500 + index}` };
});

const billerLines = Array.from({ length: 1_000 }, (_, index) => numberedBiller(index));

/** Imports lines with the command line. Returns its peak memory and its processor time. */
const importLines = async (dataDirectory: string, kind: string, lines: readonly object[]) => {
  const file = join(dataDirectory, `${kind}.ndjson`);
  await writeFile(file, fileOf(lines));
  const { pid = 0, ended } = startWaypost(['import', kind, file, '--data-dir', dataDirectory]);
  const used = { peak: 0, processorSeconds: 0 };
  const watch = setInterval(async () => {
    used.peak = Math.max(used.peak, peakMegabytesOf(pid) ?? 0);
    used.processorSeconds = Math.max(used.processorSeconds, await processorSecondsOf(pid));
  }, 50);
  const { status, stderr } = await ended;
  clearInterval(watch);
  expect(status, stderr).toBe(0);
  return used;
};

const [first] = [...largeNetworkLines(1)];
const code = z.object({ location_code: z.string() }).parse(first).location_code;

const foundLocations = z.object({ locations: z.tuple([z.object({ id: z.string() })]) });

const latestChange = z.object({ entries: z.tuple([z.object({ at: z.string() })]) });

const madeChange = z.object({ batch: z.string(), changed: z.array(z.string()) });

const shown = z.object({
  workcentres: z.array(z.object({ attributes: z.object({ business_name: z.string() }) })).length(1),
});

describe('a network the size of a country', () => {
  let stack: StackProcess;
  let dataDirectory: string;
  beforeAll(async () => {
    dataDirectory = await newDataDirectory();
    stack = await startStackProcess({ dataDirectory, assemblyOf: await keptAssembly() });
  });
  afterAll(async () => {
    await stack.stop();
    await removeDataDirectory(dataDirectory);
  });

  const waypost = (args: readonly string[], input = '') =>
    runWaypost([...args, '--data-dir', dataDirectory], { input });
  const rename = async (name: string): Promise<void> => {
    const { database, tables, close } = await localStack(dataDirectory);
    await database.send(
      new UpdateCommand({
        TableName: tables.locations,
        Key: { ...locationKey(code) },
        UpdateExpression: 'SET #name = :name',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':name': name },
      }),
    );
    close();
  };
  const ask = async (path: string) => {
    const { headers, body } = await httpTarget(stack.url, stack.key).send({ path });
    return { version: headers['waypost-catalogue-version'] ?? '', body };
  };
  const nameShown = async () => {
    const { version, body } = await ask(`/locations/v3/workcentres/${code}`);
    return { version, name: shown.parse(JSON.parse(body)).workcentres[0]?.attributes.business_name };
  };
  /** Resolves when no stream batch of the import has been pending for 2 seconds. */
  const untilIdle = async (): Promise<void> => {
    using state = new DatabaseSync(dataFilesIn(dataDirectory).stateFile, { readOnly: true, timeout: 5_000 });
    const jobs = state.prepare('SELECT id FROM jobs');
    for (let idleChecks = 0; idleChecks < 20; idleChecks = jobs.all().length === 0 ? idleChecks + 1 : 0)
      await delay(100);
  };
  /** Resolves with the seconds until both versions of the API return this name. */
  const untilShown = async (name: string): Promise<number> => {
    const began = performance.now();
    for (;;) {
      const v3 = await nameShown();
      const v2 = await ask('/locations/v2/points/geo/0/0?radius=0&limit=0');
      if (v3.name === name && v2.version >= v3.version) return (performance.now() - began) / 1_000;
      await delay(50);
    }
  };

  it(`is imported and served in less than ${maxProcessorSeconds} s of processor time, with less than 300 MB of memory`, {
    timeout: 600_000,
  }, async () => {
    const started = performance.now();
    const ofStack = () => processorSecondsOfTree(stack.process.pid ?? 0);
    const before = await ofStack();
    const commands = [
      await importLines(dataDirectory, 'services', serviceLines),
      await importLines(dataDirectory, 'locations', [...largeNetworkLines(locationCount)]),
      await importLines(dataDirectory, 'billers', billerLines),
    ];
    const seconds = (performance.now() - started) / 1_000;
    const stackSeconds = (await ofStack()) - before;
    const commandSeconds = commands.map(({ processorSeconds }) => processorSeconds);
    const processorSeconds = commandSeconds.reduce((sum, each) => sum + each, stackSeconds);
    const peak = Math.max(...commands.map((each) => each.peak));

    const { body } = await httpTarget(stack.url, stack.key).send({
      path: '/locations/v3/workcentres?size=1',
    });
    expect(JSON.parse(body)).toMatchObject({ pagination: { total: locationCount } });
    console.log({ seconds, processorSeconds, stackSeconds, commandSeconds, peakMegabytes: peak });
    expect(Math.min(stackSeconds, ...commandSeconds)).toBeGreaterThan(0);
    expect(processorSeconds).toBeLessThan(maxProcessorSeconds);
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(maxMegabytes);
  });

  it(`shows a change in every response within ${maxServedSeconds} seconds`, {
    timeout: 120_000,
  }, async () => {
    await rename('THE FIRST');
    await untilShown('THE FIRST');
    await untilIdle();
    const name = `RENAMED ${Date.now()}`;
    await rename(name);
    const seconds = await untilShown(name);
    console.log(`a change of one of ${locationCount} locations was served after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThan(maxServedSeconds);
  });

  it(`shows a change in every response within ${2 * maxServedSeconds} seconds after a full publication`, {
    timeout: 120_000,
  }, async () => {
    const publishing = waypost(['publish']);
    await delay(2_000);
    const name = `RENAMED ${Date.now()}`;
    await rename(name);
    const shownAfter = untilShown(name);
    expect((await publishing).status).toBe(0);
    const ended = performance.now();
    await shownAfter;
    expect((performance.now() - ended) / 1_000).toBeLessThan(2 * maxServedSeconds);
  });

  it(`serves a manual change within ${maxServedSeconds} seconds, or within twice that time for ${minOffices} locations`, {
    timeout: 300_000,
  }, async () => {
    const filter = ['--where', 'type=PO&state=NSW'];
    const because = ['--reason', 'a test', '--json'];
    const where = await waypost(['locations', 'find', ...filter, '--limit', '1', '--json']);
    const [office] = foundLocations.parse(JSON.parse(where.stdout)).locations;
    /** Makes a change, and returns the seconds from saving it until the location is returned with this text. */
    const change = async (id: string, text: string, ...args: readonly string[]) => {
      const began = performance.now();
      const running = waypost(['locations', ...args, ...because]);
      while (!(await ask(`/locations/v3/workcentres/${id}`)).body.includes(text)) await delay(50);
      const shownAt = Date.now();
      const { status, stdout, stderr } = await running;
      const commandSeconds = (performance.now() - began) / 1_000;
      expect(status, stderr).toBe(0);
      const { batch, changed } = madeChange.parse(JSON.parse(stdout));
      const history = await waypost(['locations', 'history', '--limit', '1', '--json']);
      const [{ at }] = latestChange.parse(JSON.parse(history.stdout)).entries;
      const seconds = (shownAt - Date.parse(at)) / 1_000;
      console.log(
        `${changed.length} changes by hand: served after ${seconds} s; the command took ${commandSeconds} s`,
      );
      await untilIdle();
      return { batch, changed, seconds };
    };
    await rename('THE FIRST');
    await untilShown('THE FIRST');
    await untilIdle();
    const one = await change(code, 'BY HAND', 'set', code, 'name=BY HAND');
    const onDate = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const many = await change(office.id, 'SPECIAL_CLOSED', 'close', ...filter, '--on', onDate);
    expect(many.changed.length).toBeGreaterThan(minOffices);
    for (const { batch, changed } of [many, one]) {
      const { status, stdout, stderr } = await waypost(['locations', 'undo', batch, ...because]);
      expect(status, stderr).toBe(0);
      expect(madeChange.parse(JSON.parse(stdout)).changed).toHaveLength(changed.length);
    }
    await untilIdle();
    expect(one.seconds).toBeLessThan(maxServedSeconds);
    expect(many.seconds).toBeLessThan(2 * maxServedSeconds);
  });

  it(`shows the records of an earlier version in every response within ${maxServedSeconds} seconds`, {
    timeout: 120_000,
  }, async () => {
    await untilIdle();
    const { version, name = '' } = await nameShown();
    await rename('A BAD NAME');
    await untilShown('A BAD NAME');
    await untilIdle();
    const rollingBack = waypost(['rollback', version]);
    const seconds = await untilShown(name);
    console.log(`a rollback of ${locationCount} locations was served after ${seconds.toFixed(1)} s`);
    const { status, stderr } = await rollingBack;
    expect(status, stderr).toBe(0);
    expect(seconds).toBeLessThan(maxServedSeconds);
  });
});
