import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { programOnPath } from '../../support/processes/program-on-path.ts';

/** What a server did while as many clients as this asked it again and again. */
export interface Served {
  readonly perSecond: number;
  readonly p99Milliseconds: number;
}

export interface Load {
  readonly url: string;
  readonly key: string;
  readonly seconds: number;
}

const clients = 32;
const run = promisify(execFile);

const millisecondsOf: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

/** Reads what wrk prints. Throws where it is something else, or not every answer was a 200. */
export const servedOfWrk = (printed: string): Served => {
  const perSecond = /^Requests\/sec:\s+([\d.]+)$/m.exec(printed)?.[1];
  const [, p99, unit = ''] = /^\s+99%\s+([\d.]+)(us|ms|s|m)$/m.exec(printed) ?? [];
  const failed = /Non-2xx or 3xx responses: \d+|Socket errors: .+/.exec(printed);
  if (perSecond === undefined || p99 === undefined || failed) {
    throw new Error(`The load went wrong: ${failed?.[0] ?? printed}`);
  }
  return {
    perSecond: Number(perSecond),
    p99Milliseconds: Number(p99) * (millisecondsOf[unit] ?? Number.NaN),
  };
};

const autocannonResult = z.object({
  requests: z.object({ average: z.number() }),
  latency: z.object({ p99: z.number() }),
  non2xx: z.literal(0),
  errors: z.literal(0),
});

/** By wrk where it is installed, which asks with less than a core; else by autocannon. */
export const closedLoop = async ({ url, key, seconds }: Load): Promise<Served> => {
  const wrk = programOnPath('wrk');
  const given = ['-c', String(clients), '-d', String(seconds)];
  if (wrk) {
    const { stdout } = await run(wrk, ['-t', '1', ...given, '--latency', '-H', `AUTH-KEY: ${key}`, url]);
    return servedOfWrk(stdout);
  }
  const autocannon = fileURLToPath(import.meta.resolve('autocannon'));
  const { stdout } = await run(process.execPath, [
    autocannon,
    ...given,
    '--json',
    '-H',
    `AUTH-KEY=${key}`,
    url,
  ]);
  const { requests, latency } = autocannonResult.parse(JSON.parse(stdout));
  return { perSecond: requests.average, p99Milliseconds: latency.p99 };
};
