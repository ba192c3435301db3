import { availableParallelism } from 'node:os';
import * as fc from 'fast-check';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { Finding } from './checks.ts';
import type { Probe } from './operation.ts';
import type { Subject } from './subjects.ts';

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
  const each = Math.ceil(requests / (subjects.length * seeds));
  const waiting = Array.from({ length: seeds }, (_, index) =>
    subjects.map((subject) => ({ subject, seed: firstSeed + index })),
  ).flat();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { subject, seed } = next;
      const { operationId, probesOfGateway: probes } = subject;
      const fault = await fuzzSubject({ operationId, probes, target: counting, seed, requests: each });
      if (fault === undefined) continue;
      found.push(fault);
      onFound?.(fault);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { sent, statuses, found };
};

/** A finding, with the smallest request that reproduces it. */
export interface FoundFault {
  readonly operationId: string;
  readonly seed: number;
  readonly request: Probe['request'];
  readonly why: string;
}

interface Fuzzing {
  readonly operationId: string;
  readonly probes: fc.Arbitrary<Probe>;
  readonly target: ApiTarget;
  readonly seed: number;
  readonly requests: number;
}

const messageOf = (error: unknown): string => {
  if (error instanceof Finding) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** Sends up to `requests` requests to an operation. Stops at the first finding and returns it. */
export const fuzzSubject = async (fuzzing: Fuzzing): Promise<FoundFault | undefined> => {
  const { operationId, probes, target, seed, requests } = fuzzing;
  const property = fc.asyncProperty(probes, async (probe) => {
    await probe.verify(await target.send(probe.request), target);
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: requests });
  if (!failed) return undefined;
  const request = counterexample?.[0].request ?? { path: '' };
  return { operationId, seed, request, why: messageOf(errorInstance) };
};
