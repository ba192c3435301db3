import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { answersSuite } from '../contract/answers.suite.ts';
import { billManagementSuite } from '../contract/bill-management.suite.ts';
import { locationsRoutingSuite } from '../contract/locations-routing.suite.ts';
import { locationsV2Suite } from '../contract/locations-v2.suite.ts';
import { locationsV3Suite } from '../contract/locations-v3.suite.ts';
import { keysSuite } from '../contract/routing/keys.suite.ts';
import { routingSuite } from '../contract/routing/routing.suite.ts';
import { warmUp } from '../fuzz/warm-up.ts';
import { openStackStores } from '../support/stack/stack-stores.ts';
import { readEnquiryRow } from '../support/tables/stored-enquiry.ts';
import { type AllHandlers, startAllHandlers } from '../support/targets/all-handlers.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { type TwinTarget, twinTarget } from '../support/targets/twin-target.ts';

const { url, key, dataDirectory } = inject('sharedStack');
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

// What has a function to answer it is answered by the functions alone as well, to the byte.
locationsV2Suite(() => twin);
locationsV3Suite(() => twin);
billManagementSuite(
  () => twin,
  (referenceNumber) =>
    readEnquiryRow({ client: stores.documents, tableName: stores.tables.enquiries }, referenceNumber),
);
answersSuite(() => twin);

locationsRoutingSuite(() => target);
routingSuite(() => target);
keysSuite(() => httpTarget(url, undefined));

describe('the functions and the running stack', () => {
  it('were asked the same, and answered the same', () => {
    expect(twin.compared()).toBeGreaterThan(3_000);
  });
});
