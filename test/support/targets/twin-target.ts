import { expect } from 'vitest';
import type { ApiTarget, TargetRequest, TargetResponse } from './api-target.ts';

/** Headers that the contract speaks of; others belong to the connection, or to the gateway, which also compresses. */
const contractHeaders = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'content-disposition',
  'content-type',
  'referrer-policy',
  'retry-after',
  'strict-transport-security',
  'x-content-type-options',
] as const;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const referenceNumber = /("referenceNumber":)"[^"]*"/g;

/** What two answers to one request have in common, whoever gave them: ids and numbers that are drawn are left out. */
const comparable = ({ status, headers, body }: TargetResponse) => ({
  status,
  headers: Object.fromEntries(contractHeaders.map((name) => [name, headers[name]])),
  redirects: headers.location !== undefined,
  body: body.replace(uuid, 'an id').replace(referenceNumber, '$1"a number"'),
});

export interface TwinTarget extends ApiTarget {
  /** The requests whose answers were compared. */
  compared(): number;
}

/**
 * Sends each request to two targets that hold the same, and fails where their answers differ by a byte. Gives the
 * answer of the first.
 */
export const twinTarget = (first: ApiTarget, second: ApiTarget): TwinTarget => {
  let compared = 0;
  return {
    async send(request: TargetRequest) {
      const [answer, other] = await Promise.all([first.send(request), second.send(request)]);
      const { method = 'GET', path } = request;
      const told = `${method} ${path.slice(0, 300)}, of both targets`;
      const [{ body, ...one }, { body: otherBody, ...two }] = [comparable(answer), comparable(other)];
      expect({ ...two, body: otherBody.slice(0, 500) }, told).toEqual({ ...one, body: body.slice(0, 500) });
      // To show the difference of two long bodies would take seconds.
      expect(otherBody === body, told).toBe(true);
      compared += 1;
      return answer;
    },
    compared: () => compared,
  };
};
