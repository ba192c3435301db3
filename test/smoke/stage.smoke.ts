import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { errorResponse as billManagementError } from '../../functions/bill-management-v1/contract.ts';
import { errorResponse as v2Error } from '../../functions/locations-v2/contract.ts';
import { errorResponse as v3Error } from '../../functions/locations-v3/contract.ts';
import { openApiDocuments } from '../../infra/openapi/openapi-documents.ts';
import { createWaypostClient } from '../../shared/client/index.ts';
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
import { answerJudge } from '../support/openapi/answer-judge.ts';
import { operationsOf, readDocument } from '../support/openapi/read-document.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { billersSuite } from './billers.suite.ts';
import { clientSuite } from './client.suite.ts';
import { conditionalSuite } from './conditional.suite.ts';
import { exportedFilesSuite, exportToComeSuite } from './exported-files.suite.ts';
import { networkSuite, publishedSuite } from './network.suite.ts';
import { pagingSuite } from './paging.suite.ts';

/** The stage that the smoke command tests. */
const stage = z
  .object({
    WAYPOST_BASE_URL: z.url(),
    AUTH_KEY: z.string().min(1),
    WAYPOST_PUBLISHED: z.stringbool({ truthy: ['true'], falsy: ['false'] }),
  })
  .parse(process.env);
const { WAYPOST_BASE_URL: url, AUTH_KEY: key } = stage;
const target = httpTarget(url, key);
const keyless = httpTarget(url, undefined);
const v2 = serviceClient({ target: () => target, base: basePathOf['locations-v2'], errorResponse: v2Error });
const v3 = serviceClient({ target: () => target, base: basePathOf['locations-v3'], errorResponse: v3Error });
const billing = { base: basePathOf['bill-management'], errorResponse: billManagementError };
const bills = serviceClient({ target: () => target, ...billing });

/** Until its first publication, a new stage serves an empty network and no export. */
const { headers } = await v3.send('/workcentres?size=0');
const isPublished = headers[catalogueVersionHeaderName] !== undefined;

describe('the gateway', () => {
  healthSuite(serviceClient({ target: () => keyless, ...billing }));
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
  conditionalSuite(target);
  v2Refusals(v2);
  v3Refusals(v3);
});

describe.runIf(stage.WAYPOST_PUBLISHED)('a stage that has already published', () =>
  publishedSuite({ v2, v3 }),
);

describe.runIf(isPublished)('the export', () => {
  exportSuite(v3);
  exportedFilesSuite(v3);
  clientSuite(createWaypostClient({ baseUrl: url, key }));
});
describe.runIf(!isPublished)('the export', () => exportToComeSuite(v3));

const documents = Object.values(openApiDocuments({ origin: '' })).map(readDocument);
const judge = answerJudge(documents);

/** Requests of all read operations. Enquiries are not submitted, because they could not be removed. */
const reading = documents.flatMap((document) =>
  operationsOf(document).flatMap(({ method, path, operationId, parameters = [] }) => {
    if (method !== 'get') return [];
    const exampleOf = (_: string, name: string) =>
      encodeURIComponent(String(parameters.find((parameter) => parameter.name === name)?.example));
    return [{ operationId, path: `${document.servers[0].url}${path.replace(/\{(\w+)\}/g, exampleOf)}` }];
  }),
);

it.each(reading)('$operationId responds to the example of its document as documented', async (request) => {
  const response = await target.send({ path: request.path });
  expect(judge(request.operationId, response), response.body.slice(0, 300)).toBeUndefined();
  expect(response.status).not.toBe(500);
});
