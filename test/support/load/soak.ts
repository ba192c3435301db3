import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { httpTarget } from '../targets/http-target.ts';
import { runOpenLoop } from './open-loop.ts';
import { quantile } from './quantile.ts';

interface Soak {
  readonly url: string;
  readonly keys: readonly string[];
  readonly pid: number;
  readonly seconds: number;
  readonly perSecond: number;
}

/** Paths of all services, with values that exist in the sample network. */
const paths = [
  '/locations/v3/workcentres?lat=-33.87&lon=151.21&radius=5&size=3',
  '/locations/v3/workcentres?size=20',
  '/locations/v3/operational-capabilities',
  '/locations/v2/points/postcode/3000',
  '/locations/v2/points/geo/144.96/-37.81?radius=5&limit=10',
  '/locations/v2/services',
  '/bill-management-api/v1/biller-metadata',
  '/bill-management-api/v1/biller-metadata/bill-types',
  '/bill-management-api/v1/ping',
];

/** Returns the resident memory of a process in megabytes. Works only on Linux. */
export const residentMegabytes = async (pid: number): Promise<number> => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
};

/** Samples the memory of a process in megabytes every second, until the returned function is called. */
const watchMemory = (pid: number): (() => readonly number[]) => {
  const samples: number[] = [];
  const add = (megabytes: number): void => void samples.push(megabytes);
  const timer = setInterval(() => residentMegabytes(pid).then(add, () => undefined), 1_000);
  return () => {
    clearInterval(timer);
    return samples;
  };
};

export const soak = async ({ url, keys, pid, seconds, perSecond }: Soak) => {
  let throttled = 0;
  const send = async (index: number) => {
    const path = paths[index % paths.length] ?? '/';
    const answer = httpTarget(url, keys[index % keys.length]).send({ path });
    // A response that takes longer than 30 seconds counts as lost.
    const { status } = await Promise.race([answer, delay(30_000, { status: 0 }, { ref: false })]);
    if (status === 429) throttled += 1;
    return [200, 302, 429].includes(status);
  };
  // The first request to a function starts it.
  for (const index of paths.keys()) await send(index);
  const watched = watchMemory(pid);
  const early = await runOpenLoop({ perSecond, seconds: seconds / 10, send });
  const late = await runOpenLoop({ perSecond, seconds: (seconds * 9) / 10, send });
  const megabytes = watched();
  const half = Math.ceil(megabytes.length / 2);
  return {
    requests: early.requests + late.requests,
    /** Number of requests without a response, or with a status other than 200, 302 and 429. */
    failed: early.failed + late.failed,
    throttled,
    /** Milliseconds from the time at which the requests were due. */
    p50: quantile(late.milliseconds, 0.5),
    p99: quantile(late.milliseconds, 0.99),
    /** Maxima of both halves of the run. Single samples vary by 25%, because V8 collects garbage late. */
    megabytesEarly: Math.max(...megabytes.slice(0, half)),
    megabytesLate: Math.max(...megabytes.slice(half)),
  };
};

export const describeSoak = (result: Awaited<ReturnType<typeof soak>>): string =>
  `${result.requests} requests, ${result.failed} failed, ${result.throttled} throttled; p50 ` +
  `${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms from the scheduled time; peak memory ` +
  `${result.megabytesEarly.toFixed(0)} MB in the first half of the time, ${result.megabytesLate.toFixed(0)} MB in the second`;
