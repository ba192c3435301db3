import { setTimeout as pause } from 'node:timers/promises';
import type * as z from 'zod';
import {
  errorResponse as billManagementError,
  billTypesResponse,
} from '../../functions/bill-management-v1/contract.ts';
import { servicesResponse, errorResponse as v2Error } from '../../functions/locations-v2/contract.ts';
import { errorResponse as v3Error, workCentresResponse } from '../../functions/locations-v3/contract.ts';
import { basePathOf, type Service, services } from '../../shared/domain/access/service.ts';
import type { ApiTarget, TargetResponse } from '../support/targets/api-target.ts';
import { httpTarget } from '../support/targets/http-target.ts';

interface Question {
  readonly path: string;
  readonly answer: z.ZodType;
  readonly error: z.ZodType;
}

/** What every stage answers to a key of the service, whatever it holds. */
const questionTo: Readonly<Record<Service, Question>> = {
  'bill-management': {
    path: '/biller-metadata/bill-types',
    answer: billTypesResponse,
    error: billManagementError,
  },
  'locations-v2': { path: '/services', answer: servicesResponse, error: v2Error },
  'locations-v3': { path: '/workcentres?size=0', answer: workCentresResponse, error: v3Error },
};

const isJsonOf = (schema: z.ZodType, text: string): boolean => {
  try {
    return schema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

const meaningOf = (service: Service, status: number): string | undefined => {
  if (status === 401) return 'the key is refused (401): it is none of this stage, was revoked or has expired';
  if (status === 403) return `the key does not open ${service} (403): one for all three services is needed`;
  return status === 429
    ? "throttled (429): the client's usage plan lets nothing more through now"
    : undefined;
};

const refusalIn = (service: Service, { status, body }: TargetResponse): string | undefined => {
  const { path, answer, error } = questionTo[service];
  const asked = `${basePathOf[service]}${path}`;
  if (status === 200 && isJsonOf(answer, body)) return undefined;
  // What is wrong with one answer of Waypost is for the tests to say.
  if (status !== 404 && isJsonOf(error, body)) return meaningOf(service, status);
  return `no Waypost at this address: ${asked} is answered with ${status}, and not as Waypost does`;
};

/**
 * Asks each service once, with the key. A key that is refused, an address of something else or a client that has asked
 * too much fails each test in its own way: undefined where none of that is so, else what it is.
 */
export const firstRefusal = async (target: ApiTarget): Promise<string | undefined> => {
  for (const service of services) {
    const response = await target.send({ path: `${basePathOf[service]}${questionTo[service].path}` });
    const refusal = refusalIn(service, response);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
};

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
