import { setTimeout as pause } from 'node:timers/promises';
import { residentMegabytesOf } from '../processes/megabytes.ts';
import { httpTarget } from '../targets/http-target.ts';
import { quantile } from './quantile.ts';

export interface OpenLoop {
  readonly perSecond: number;
  readonly seconds: number;
  /** Sends request number `index`, due at `dueAt` on the monotonic clock. Returns whether it succeeded. */
  readonly send: (index: number, dueAt: number) => Promise<boolean>;
}

export interface OpenLoopResult {
  readonly requests: number;
  readonly failed: number;
  /** Milliseconds from the time at which each request was due (not sent: coordinated omission). */
  readonly milliseconds: readonly number[];
}

export const runOpenLoop = async ({ perSecond, seconds, send }: OpenLoop): Promise<OpenLoopResult> => {
  const requests = Math.round(perSecond * seconds);
  const milliseconds: number[] = [];
  let failed = 0;
  const beganAt = performance.now();
  const sendAt = async (index: number, dueAt: number) => {
    if (!(await send(index, dueAt).catch(() => false))) failed += 1;
    milliseconds.push(performance.now() - dueAt);
  };
  const underWay = new Set<Promise<void>>();
  for (let index = 0; index < requests; index += 1) {
    const dueAt = beganAt + (index * 1_000) / perSecond;
    if (dueAt > performance.now()) await pause(dueAt - performance.now());
    const sent = sendAt(index, dueAt).finally(() => underWay.delete(sent));
    underWay.add(sent);
  }
  await Promise.all(underWay);
  return { requests, failed, milliseconds };
};

export const runClosedLoop = async (
  requests: number,
  atATime: number,
  send: OpenLoop['send'],
): Promise<Pick<OpenLoopResult, 'requests' | 'failed'>> => {
  let next = 0;
  let failed = 0;
  const client = async () => {
    while (next < requests) {
      next += 1;
      if (!(await send(next - 1, performance.now()).catch(() => false))) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: atATime }, client));
  return { requests, failed };
};

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

export const soak = async ({ url, keys, pid, seconds, perSecond }: Soak) => {
  let throttled = 0;
  const send = async (index: number) => {
    const path = paths[index % paths.length] ?? '/';
    const answer = httpTarget(url, keys[index % keys.length]).send({ path });
    // A response that takes longer than 30 seconds counts as lost.
    const { status } = await Promise.race([answer, pause(30_000, { status: 0 }, { ref: false })]);
    if (status === 429) throttled += 1;
    return [200, 302, 429].includes(status);
  };
  // The first request to a function starts it.
  for (const index of paths.keys()) await send(index);
  const megabytes: number[] = [];
  const timer = setInterval(() => megabytes.push(residentMegabytesOf(pid) ?? 0), 1_000);
  const early = await runOpenLoop({ perSecond, seconds: seconds / 10, send });
  const late = await runOpenLoop({ perSecond, seconds: (seconds * 9) / 10, send });
  clearInterval(timer);
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
