import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersSuite } from '../contract/answers.suite.ts';
import { billManagementSuite } from '../contract/bill-management.suite.ts';
import { conditionalSuite } from '../contract/conditional.suite.ts';
import { locationsRoutingSuite } from '../contract/locations-routing.suite.ts';
import { locationsV2Suite } from '../contract/locations-v2.suite.ts';
import { locationsV3Suite } from '../contract/locations-v3.suite.ts';
import { keysSuite } from '../contract/routing/keys.suite.ts';
import { routingSuite } from '../contract/routing/routing.suite.ts';
import { warmUp } from '../fuzz/warm-up.ts';
import { openStackStores } from '../support/stack/stack-stores.ts';
import { readEnquiryRow } from '../support/tables/stored-enquiry.ts';
import { type AllHandlers, startAllHandlers } from '../support/targets/all-handlers.ts';
import type { ApiTarget, TargetRequest, TargetResponse } from '../support/targets/api-target.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { sharedStack } from './running-stack.ts';

/**
 * Headers that the contract defines. Others belong to the connection or the gateway, which also compresses responses.
 */
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
/** Matches signed URLs, which differ by request and by target. */
const exportLink =
  /^\{"url":"[^"]+","expires_at":"[^"]+","version":("[^"]+"),"bytes":\d+,"sha256":"[0-9a-f]{64}"\}$/;

/** Returns the parts of a response that must be equal for both targets, excluding random ids, numbers and links. */
const comparable = ({ status, headers, body }: TargetResponse) => ({
  status,
  headers: Object.fromEntries(contractHeaders.map((name) => [name, headers[name]])),
  redirects: headers.location !== undefined,
  body: body
    .replace(uuid, 'an id')
    .replace(referenceNumber, '$1"a number"')
    .replace(exportLink, 'a link of version $1'),
});

interface TwinTarget extends ApiTarget {
  compared(): number;
}

/**
 * Returns a target that sends each request to two others with the same data and fails if their responses differ. It
 * returns the first target's response.
 */
const twinTarget = (first: ApiTarget, second: ApiTarget): TwinTarget => {
  let compared = 0;
  return {
    async send(request: TargetRequest) {
      const [answer, other] = await Promise.all([first.send(request), second.send(request)]);
      const { method = 'GET', path } = request;
      const told = `${method} ${path.slice(0, 300)}, of both targets`;
      const [{ body, ...one }, { body: otherBody, ...two }] = [comparable(answer), comparable(other)];
      expect({ ...two, body: otherBody.slice(0, 500) }, told).toEqual({ ...one, body: body.slice(0, 500) });
      // Compared as a boolean, because a diff of two long bodies would take seconds.
      expect(otherBody === body, told).toBe(true);
      compared += 1;
      return answer;
    },
    compared: () => compared,
  };
};

const { url, key, dataDirectory } = sharedStack;
const target = httpTarget(url, key);

let handlers: AllHandlers;
let twin: TwinTarget;
let stores: Awaited<ReturnType<typeof openStackStores>>;
beforeAll(async () => {
  await warmUp(target);
  const { headers } = await target.send({ path: '/locations/v3/export/workcentres' });
  handlers = await startAllHandlers(headers['waypost-catalogue-version'] ?? '');
  twin = twinTarget(target, handlers);
  stores = await openStackStores(dataDirectory);
});
afterAll(async () => {
  stores.close();
  await handlers.close();
});

// If a function handles the request, the stack's response must be identical to that of a direct call of the function.
locationsV2Suite(() => twin);
locationsV3Suite(() => twin);
billManagementSuite(
  () => twin,
  (referenceNumber) =>
    readEnquiryRow({ client: stores.documents, tableName: stores.tables.enquiries }, referenceNumber),
);
answersSuite(() => twin);

conditionalSuite(() => target);
locationsRoutingSuite(() => target);
routingSuite(() => target);
keysSuite(() => httpTarget(url, undefined));

describe('the functions and the running stack', () => {
  it('returned the same responses to the same requests', () => {
    expect(twin.compared()).toBeGreaterThan(2_000);
  });
});
