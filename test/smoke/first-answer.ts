import { setTimeout as pause } from 'node:timers/promises';
import type * as z from 'zod';
import { billTypesResponse } from '../../functions/bill-management-v1/contract.ts';
import { servicesResponse } from '../../functions/locations-v2/contract.ts';
import { workCentresResponse } from '../../functions/locations-v3/contract.ts';
import { basePathOf, type Service, services } from '../../shared/domain/access/service.ts';
import { errorResponseAt } from '../contract/routing/error-codes.ts';
import type { ApiTarget, TargetResponse } from '../support/targets/api-target.ts';
import { httpTarget } from '../support/targets/http-target.ts';

/** Requests that succeed on every stage with a key for the service, whatever the data. */
const requestFor: Readonly<Record<Service, { readonly path: string; readonly answer: z.ZodType }>> = {
  'bill-management': { path: '/biller-metadata/bill-types', answer: billTypesResponse },
  'locations-v2': { path: '/services', answer: servicesResponse },
  'locations-v3': { path: '/workcentres?size=0', answer: workCentresResponse },
};

const isJsonOf = (schema: z.ZodType, text: string): boolean => {
  try {
    return schema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

const reasonFor = (service: Service, status: number): string | undefined => {
  if (status === 401)
    return 'the key is rejected (401): it belongs to another stage, was revoked or has expired';
  if (status === 403) return `the key lacks the scope ${service} (403): use a key for all three services`;
  return status === 429 ? "throttled (429): the client's usage plan is exhausted for now" : undefined;
};

const refusalIn = (service: Service, path: string, { status, body }: TargetResponse): string | undefined => {
  if (status === 200 && isJsonOf(requestFor[service].answer, body)) return undefined;
  // If Waypost itself sends a wrong response, the tests report it.
  if (status !== 404 && isJsonOf(errorResponseAt(path), body)) return reasonFor(service, status);
  return `no Waypost at this address: ${path} returned ${status} with a body that is not Waypost's`;
};

/** Returns the reason if all tests would fail, such as a rejected key. */
export const firstRefusal = async (target: ApiTarget): Promise<string | undefined> => {
  for (const service of services) {
    const path = `${basePathOf[service]}${requestFor[service].path}`;
    const refusal = refusalIn(service, path, await target.send({ path }));
    if (refusal !== undefined) return refusal;
  }
  return undefined;
};

const retryMilliseconds = 2_000;

/** Waits until a new stage responds. Returns the last error if it never does. */
export const firstAnswer = async (url: string, waitSeconds: number): Promise<string | undefined> => {
  const until = performance.now() + waitSeconds * 1000;
  for (;;) {
    const refusal = await attempt(url);
    if (refusal === undefined || performance.now() + retryMilliseconds > until) return refusal;
    await pause(retryMilliseconds);
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
