import {
  billerResponse,
  billersResponse,
  billTypesResponse,
  errorResponse,
  healthCheckStatus,
} from '../../../functions/bill-management-v1/contract.ts';
import { request as oneBiller } from '../../../functions/bill-management-v1/get-biller-metadata-by-code.ts';
import { request as billers } from '../../../functions/bill-management-v1/list-biller-metadata.ts';
import { billManagementV1 } from '../../routes/bill-management-v1.ts';
import { commaWords, commonWords } from '../common-words.ts';
import { describeOperation, jsonAnswer } from '../document/operation-description.ts';
import type { ServiceDescription } from '../document/service-description.ts';
import { exampleBiller, exampleBillTypes } from './billers.ts';
import { enquiry } from './enquiry.ts';

const limit = 'x-ratelimit-limit-second';
const usualErrors = [400, 401, 403, 405, 429, 500, 503] as const;
const openErrors = [400, 403, 405, 429, 500] as const;

const getBillerMetadaba = describeOperation(billers, {
  summary: 'List billers',
  description: 'All billers that the filters leave, ordered by code. Several filters narrow each other.',
  tag: 'Endpoints',
  query: {
    billerCode: {
      description: `Comma-separated list of codes of billers: those with any of them.${commaWords}`,
      example: '1000,1203',
    },
    billerOrganisation: {
      description: `Comma-separated list of names of organisations, upper and lower case alike: the billers of any of them.${commaWords}`,
      example: 'Wattle Group,Harbour Energy',
    },
    billType: {
      description: `Comma-separated list of codes of bill types: the billers of any of them.${commaWords}`,
      example: 'WATER,GAS',
    },
  },
  answers: {
    200: jsonAnswer(billersResponse, {
      description: 'The billers.',
      headers: [limit],
      examples: {
        found: { summary: 'One biller', value: { billers: [exampleBiller] } },
        none: { summary: 'No biller is left', value: { billers: [] } },
      },
    }),
  },
  errors: usualErrors,
});

const getBillTypes = describeOperation(
  {},
  {
    summary: 'List bill types',
    description: 'All bill types, ordered by code.',
    tag: 'Endpoints',
    answers: {
      200: jsonAnswer(billTypesResponse, {
        description: 'The bill types.',
        headers: [limit],
        examples: { all: { summary: 'Two bill types', value: { billTypes: exampleBillTypes } } },
      }),
    },
    errors: usualErrors,
  },
);

const getBillerMetadabaByCode = describeOperation(oneBiller, {
  summary: 'Get a biller',
  description: 'The biller of a code.',
  tag: 'Endpoints',
  path: { code: { description: 'Code of the biller.', example: '1200' } },
  answers: {
    200: jsonAnswer(billerResponse, {
      description: 'The biller.',
      headers: [limit],
      examples: { biller: { summary: 'A biller of water', value: exampleBiller } },
    }),
  },
  errors: [400, 401, 403, 404, 405, 429, 500, 503],
});

const ping = describeOperation(
  {},
  {
    summary: 'Is anybody there',
    description: 'Whether the service runs at all. No store is asked, and no key is needed.',
    tag: 'Health',
    answers: {
      200: jsonAnswer(healthCheckStatus, {
        description: 'The service is up.',
        headers: [],
        examples: { up: { summary: 'Up', value: { status: 'UP' } } },
      }),
    },
    errors: openErrors,
  },
);

const health = describeOperation(
  {},
  {
    summary: 'Check health',
    description: 'Whether the stores answer that the service needs. For load balancers: no key is needed.',
    tag: 'Health',
    answers: {
      200: jsonAnswer(healthCheckStatus, {
        description: 'The service and its stores are up.',
        headers: [],
        examples: { up: { summary: 'Up', value: { status: 'UP' } } },
      }),
      503: jsonAnswer(healthCheckStatus, {
        description: 'One of them does not.',
        headers: ['retry-after'],
        examples: { down: { summary: 'Down', value: { status: 'DOWN' } } },
      }),
    },
    errors: openErrors,
  },
);

/** What the document of bill management says. */
export const billManagement: ServiceDescription = {
  title: 'Bill management',
  version: '1.1',
  description: `Who can be paid, and how their bills are told apart; and enquiries about payments.\n\n${commonWords}`,
  tags: {
    Endpoints: 'Billers, bill types and enquiries.',
    Health: 'Whether the service is there: without a key.',
  },
  routes: billManagementV1,
  operations: { getBillerMetadaba, getBillTypes, getBillerMetadabaByCode, enquiry, ping, health },
  errors: {
    body: errorResponse,
    namesSource: true,
    examples: {
      400: { detail: 'billType: must not be repeated', parameter: 'billType' },
      404: { detail: 'No biller has the code "nope".' },
    },
    descriptions: { 404: 'No biller has this code, or no resource exists at this path.' },
  },
};
