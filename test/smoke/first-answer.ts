import { setTimeout as pause } from 'node:timers/promises';
import { basePathOf } from '../../shared/domain/access/service.ts';
import { httpTarget } from '../support/targets/http-target.ts';

const betweenAttempts = 2_000;

/**
 * Waits until a stage answers at all: the name of a new one takes a while to be known, and its first function to start.
 * Undefined as soon as it does, the last reason why not where it never did.
 */
export const firstAnswer = async (url: string, waitSeconds: number): Promise<string | undefined> => {
  const until = performance.now() + waitSeconds * 1000;
  for (;;) {
    const refusal = await attempt(url);
    if (refusal === undefined || performance.now() + betweenAttempts > until) return refusal;
    await pause(betweenAttempts);
  }
};

const attempt = async (url: string): Promise<string | undefined> => {
  try {
    const { status } = await httpTarget(url, undefined).send({
      path: `${basePathOf['bill-management']}/ping`,
    });
    return status < 500 ? undefined : `status ${status}`;
  } catch (error) {
    return error instanceof AggregateError ? String(error.errors[0]) : String(error);
  }
};
