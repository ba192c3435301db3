import { describe, expect, it } from 'vitest';
import { errorResponse as billManagementError } from '../../functions/bill-management-v1/contract.ts';
import { errorResponse as v2Error } from '../../functions/locations-v2/contract.ts';
import { errorResponse as v3Error } from '../../functions/locations-v3/contract.ts';
import { routes } from '../../infra/routes/routes.ts';
import { basePathOf } from '../../shared/domain/access/service.ts';
import { catalogueVersionHeaderName } from '../../shared/http/headers.ts';
import { healthSuite } from '../contract/bill-management/health.suite.ts';
import { refusalsSuite as billManagementRefusals } from '../contract/bill-management/refusals.suite.ts';
import { refusalsSuite as v2Refusals } from '../contract/locations-v2/refusals.suite.ts';
import { exportSuite } from '../contract/locations-v3/export.suite.ts';
import { refusalsSuite as v3Refusals } from '../contract/locations-v3/refusals.suite.ts';
import { keysSuite } from '../contract/routing/keys.suite.ts';
import { routingSuite } from '../contract/routing/routing.suite.ts';
import { serviceClient } from '../contract/service-client.ts';
import { notingTarget } from '../support/targets/noting-target.ts';
import { billersSuite } from './billers.suite.ts';
import { clientSuite } from './client.suite.ts';
import { exportedFilesSuite, exportToComeSuite } from './exported-files.suite.ts';
import { networkSuite } from './network.suite.ts';
import { pagingSuite } from './paging.suite.ts';
import { publishedSuite } from './published.suite.ts';
import { stageUnderTest } from './stage-under-test.ts';

const { target, keyless, client, hasPublished } = stageUnderTest();
/** What asks for an operation by name; the suites of the gateway go through the route table by themselves. */
const asked = notingTarget(() => target);
const askedWithoutKey = notingTarget(() => keyless);
const v2 = serviceClient({ target: () => asked, base: basePathOf['locations-v2'], errorResponse: v2Error });
const v3 = serviceClient({ target: () => asked, base: basePathOf['locations-v3'], errorResponse: v3Error });
const billing = { base: basePathOf['bill-management'], errorResponse: billManagementError };
const bills = serviceClient({ target: () => asked, ...billing });

/** A stage that is new answers with an empty network until its first publication, and has no export. */
const { headers } = await v3.send('/workcentres?size=0');
const isPublished = headers[catalogueVersionHeaderName] !== undefined;

describe('the gateway', () => {
  healthSuite(serviceClient({ target: () => askedWithoutKey, ...billing }));
  keysSuite(() => keyless);
  routingSuite(() => target);
});

describe('bill management', () => {
  billersSuite(bills);
  billManagementRefusals(bills);
});

describe('locations', () => {
  networkSuite({ v2, v3 });
  pagingSuite(v3);
  v2Refusals(v2);
  v3Refusals(v3);
});

describe.runIf(hasPublished)('a stage that has published before', () => publishedSuite({ v2, v3 }));

describe.runIf(isPublished)('the export', () => {
  exportSuite(v3);
  exportedFilesSuite(v3);
  clientSuite(client);
});
describe.runIf(!isPublished)('the export', () => exportToComeSuite(v3));

describe('every operation', () => {
  it('was asked, but the one that writes: an enquiry would stay', () => {
    const reading = routes.filter(({ method }) => method === 'GET').map(({ operationId }) => operationId);
    expect([...asked.operations(), ...askedWithoutKey.operations()].toSorted()).toEqual(reading.toSorted());
  });
});
