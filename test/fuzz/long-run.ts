import { availableParallelism } from 'node:os';
import * as fc from 'fast-check';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { Finding } from './checks.ts';
import type { Probe } from './operation.ts';
import type { Subject } from './subjects.ts';

/** A finding, with the smallest request that reproduces it. */
export interface FoundFault {
  readonly operationId: string;
  readonly seed: number;
  readonly request: Probe['request'];
  readonly why: string;
}

interface LongRun {
  readonly target: ApiTarget;
  readonly subjects: readonly Subject[];
  readonly requests: number;
  readonly firstSeed: number;
  readonly seeds: number;
  readonly onRequest?: () => void;
  readonly onFound?: (fault: FoundFault) => void;
}

/** Number of operations fuzzed concurrently: enough to keep the stack busy without reaching its limits. */
const concurrency = 8 * availableParallelism();

/** Fuzzes every operation with every seed, concurrently. After a finding, skips the operation until the next seed. */
export const longRun = async (options: LongRun) => {
  const { target, subjects, requests, firstSeed, seeds, onRequest, onFound } = options;
  const statuses = new Map<number, number>();
  const found: FoundFault[] = [];
  let sent = 0;
  const counting: ApiTarget = {
    send: async (request) => {
      sent += 1;
      onRequest?.();
      const response = await target.send(request);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      return response;
    },
  };
  const numRuns = Math.ceil(requests / (subjects.length * seeds));
  const waiting = Array.from({ length: seeds }, (_, index) =>
    subjects.map((subject) => ({ ...subject, seed: firstSeed + index })),
  )
    .flat()
    .values();
  const work = async (): Promise<void> => {
    for (const { operationId, probesOfGateway: probes, seed } of waiting) {
      const fault = await fuzzSubject(counting, { operationId, probes }, { seed, numRuns });
      if (fault === undefined) continue;
      found.push(fault);
      onFound?.(fault);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { sent, statuses, found };
};

interface Seeking {
  readonly target: ApiTarget;
  readonly subjects: readonly Subject[];
  readonly seed: number;
  readonly requests: number;
}

const batchSize = 40;

/**
 * Fuzzes all operations in turn until the first finding, whose request is not the smallest, or the maximum number of
 * requests. `sent` is the number of requests.
 */
export const seekFault = async ({ target, subjects, seed, requests }: Seeking) => {
  let sent = 0;
  for (let round = 0; sent < requests; round++) {
    const options = { seed: seed * 100_003 + round, numRuns: batchSize, endOnFailure: true };
    for (const subject of subjects) {
      const found = await fuzzSubject(target, subject, options);
      sent += batchSize;
      if (found) return { found, sent };
    }
  }
  return { found: undefined, sent };
};

const messageOf = (error: unknown): string => {
  if (error instanceof Finding) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** Sends requests to an operation. Stops at the first finding and returns it. */
const fuzzSubject = async (
  target: ApiTarget,
  { operationId, probes }: Pick<Subject, 'operationId' | 'probes'>,
  options: { readonly seed: number; readonly numRuns: number; readonly endOnFailure?: boolean },
): Promise<FoundFault | undefined> => {
  const property = fc.asyncProperty(probes, async (probe) => {
    await probe.verify(await target.send(probe.request), target);
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, options);
  if (!failed) return undefined;
  const request = counterexample?.[0].request ?? { path: '' };
  return { operationId, seed: options.seed, request, why: messageOf(errorInstance) };
};
