import * as fc from 'fast-check';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { Finding } from './checks.ts';
import type { Probe } from './operation.ts';

/** What was found, with the smallest request that shows it. */
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
  /** The same seed makes the same requests. */
  readonly seed: number;
  readonly requests: number;
}

const inWords = (error: unknown): string => {
  if (error instanceof Finding) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** Asks an operation so many times, and stops at the first answer that is wrong. */
export const fuzzSubject = async (fuzzing: Fuzzing): Promise<FoundFault | undefined> => {
  const { operationId, probes, target, seed, requests } = fuzzing;
  const property = fc.asyncProperty(probes, async (probe) => {
    await probe.verify(await target.send(probe.request), target);
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: requests });
  if (!failed) return undefined;
  const request = counterexample?.[0].request ?? { path: '' };
  return { operationId, seed, request, why: inWords(errorInstance) };
};
