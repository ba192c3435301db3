import { setTimeout as pause } from 'node:timers/promises';

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
