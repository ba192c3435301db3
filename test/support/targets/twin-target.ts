import { expect } from 'vitest';
import type { ApiTarget, TargetRequest, TargetResponse } from './api-target.ts';

/** Headers of the contract; others belong to the connection, or to the gateway, which also compresses. */
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
/** A link to a file is signed for each request, and the files of the targets are their own. */
const exportLink =
  /^\{"url":"[^"]+","expires_at":"[^"]+","version":("[^"]+"),"bytes":\d+,"sha256":"[0-9a-f]{64}"\}$/;

/** Returns the parts of an answer that must be equal for both targets, without random ids, numbers and links. */
const comparable = ({ status, headers, body }: TargetResponse) => ({
  status,
  headers: Object.fromEntries(contractHeaders.map((name) => [name, headers[name]])),
  redirects: headers.location !== undefined,
  body: body
    .replace(uuid, 'an id')
    .replace(referenceNumber, '$1"a number"')
    .replace(exportLink, 'a link of version $1'),
});

export interface TwinTarget extends ApiTarget {
  /** Returns the number of requests compared. */
  compared(): number;
}

/**
 * Creates a target that sends each request to two others with the same data, fails if their answers differ, and returns
 * the first's answer.
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
      // A diff of two long bodies would take seconds.
      expect(otherBody === body, told).toBe(true);
      compared += 1;
      return answer;
    },
    compared: () => compared,
  };
};
