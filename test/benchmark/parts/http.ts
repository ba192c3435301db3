import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { synthesise } from '../../../infra/local/assembly/synthesise.ts';
import { dataFilesIn } from '../../../infra/local/files/data-files.ts';
import { liftLimits } from '../../support/stack/lifted-limits.ts';
import { startWaypost } from '../../support/stack/run-waypost.ts';
import { removeDataDirectory, startStackProcess } from '../../support/stack/stack-process.ts';
import type { BenchSettings } from '../bench-settings.ts';
import { closedLoop, type Served } from '../http/closed-loop.ts';
import { pinToCore } from '../http/pin-to-core.ts';
import { startBareServer } from '../http/start-bare-server.ts';
import { median } from '../measure/quantiles.ts';
import type { Measurement, PartReport, Target } from '../report/bench-report.ts';
import { holdAgainst } from '../report/targets.ts';
import { temporaryFolder } from '../search/servers/own-process.ts';

const secondsOfRound = 5;
/** The compiler is busy for so long with what a request goes through. */
const secondsOfWarmUp = 10;
const leastShare = 60;
const mostTimesP99 = 3;

const bareName = 'bare node:http, the same body';
const stackName = 'local stack';

/** The five points nearest to the middle of Melbourne. */
const path = '/locations/v2/points/geo/144.963/-37.814';

const keyWithoutLimit = async (dataDirectory: string): Promise<string> => {
  const given = ['keys', 'issue', '--client', 'Benchmark', '--plan', 'unlimited', '--scope', 'locations-v2'];
  const { stdout, stderr } = await startWaypost([...given, '--data-dir', dataDirectory]).ended;
  const key = stdout.trim();
  if (key === '') throw new Error(`No key was issued: ${stderr}`);
  return key;
};

interface Sides {
  readonly stack: Served[];
  readonly bare: Served[];
  readonly pinned: boolean;
}

const measureSides = async (rounds: number, say: (what: string) => void): Promise<Sides> => {
  const folder = await temporaryFolder('bench-http');
  const { assemblyDirectory } = dataFilesIn(folder.path);
  await synthesise(assemblyDirectory);
  // A method is asked more often here than a stage lets all clients together ask it.
  await liftLimits(assemblyDirectory);
  const stack = await startStackProcess({ sample: true, assemblyOf: folder.path });
  try {
    const key = await keyWithoutLimit(stack.dataDirectory);
    const url = `${stack.url}${path}`;
    const answer = await fetch(url, { headers: { 'auth-key': key } });
    if (answer.status !== 200) throw new Error(`The stack answered ${answer.status}.`);
    const file = join(folder.path, 'body.json');
    await writeFile(file, await answer.bytes());
    const bare = await startBareServer(file);
    try {
      const pinned = await pinToCore(bare.pid, 0);
      await pinToCore(stack.process.pid ?? 0, 0);
      const sides: Sides = { stack: [], bare: [], pinned };
      for (const each of [url, bare.url]) await closedLoop({ url: each, key, seconds: secondsOfWarmUp });
      for (let round = 0; round < rounds; round++) {
        say(`http: round ${round + 1} of ${rounds}`);
        sides.bare.push(await closedLoop({ url: bare.url, key, seconds: secondsOfRound }));
        sides.stack.push(await closedLoop({ url, key, seconds: secondsOfRound }));
      }
      return sides;
    } finally {
      await bare.close();
    }
  } finally {
    await stack.stop();
    await removeDataDirectory(stack.dataDirectory);
    await folder.remove();
  }
};

const measurementsOf = (contender: string, served: readonly Served[]): Measurement[] => {
  const common = { part: 'http', contender, measured: served.length } as const;
  const perSecond = median(served.map((each) => each.perSecond));
  const p99 = median(served.map((each) => each.p99Milliseconds));
  return [
    { ...common, what: 'answers of five points a second, 32 clients', unit: '/s', p50: perSecond },
    { ...common, what: 'the slowest in a hundred of them', unit: 'ms', p50: p99 },
  ];
};

const targetsOf = (stack: readonly Measurement[], bare: readonly Measurement[]): Target[] => {
  const ratio = (index: number) => (stack[index]?.p50 ?? Number.NaN) / (bare[index]?.p50 ?? Number.NaN);
  const share = { unit: '%', bound: 'at least', promised: leastShare } as const;
  const times = { bound: 'at most', promised: mostTimesP99 } as const;
  const common = { part: 'http', against: bareName } as const;
  return [
    holdAgainst({ ...common, ...share, what: 'local stack, requests a second' }, ratio(0) * 100),
    holdAgainst({ ...common, ...times, what: 'local stack, p99' }, ratio(1)),
  ];
};

/** The local stack with the sample network against a server that sends the same body, one core each, by turns. */
export const httpPart = async ({ rounds, say }: BenchSettings): Promise<PartReport> => {
  say('http: starts a stack');
  const sides = await measureSides(rounds, say);
  const stack = measurementsOf(stackName, sides.stack);
  const bare = measurementsOf(bareName, sides.bare);
  const leftOut = sides.pinned ? [] : ['one core each: taskset is not installed, or there is one core'];
  return { measurements: [...bare, ...stack], checks: [], targets: targetsOf(stack, bare), leftOut };
};
