import {
  type BillerResponse,
  type BillTypesResponse,
  billerResponse,
  billersResponse,
  billTypesResponse,
  enquiryResponse,
  errorResponse,
  healthCheckStatus,
} from '../../functions/bill-management-v1/contract.ts';
import { request as oneBiller } from '../../functions/bill-management-v1/get-biller-metadata-by-code.ts';
import { request as billers } from '../../functions/bill-management-v1/list-biller-metadata.ts';
import { request as submission } from '../../functions/bill-management-v1/submit-enquiry.ts';
import { billManagementV1 } from '../routes/bill-management-v1.ts';
import { commaWords, commonWords } from './common-words.ts';
import { describeOperation, jsonAnswer, type ServiceDescription } from './document/operation-description.ts';

const limit = 'x-ratelimit-limit-second';
const usualErrors = [400, 401, 403, 405, 429, 500, 503] as const;
const openErrors = [400, 403, 405, 429, 500] as const;

/** A biller as the examples have it. */
const exampleBiller: BillerResponse = {
  code: '1200',
  name: 'Wattle Water',
  shortName: 'WATTLE WATER',
  organisation: 'Wattle Group',
  billType: 'WATER',
  status: 'ACTIVE',
  minimumAmount: 500,
  maximumAmount: 1_000_000,
  paymentMethods: ['CASH', 'DEBIT', 'CREDIT'],
  reference: {
    label: 'Customer reference number',
    minLength: 10,
    maxLength: 10,
    pattern: '^[0-9]{10}$',
    checkDigit: 'MOD10V01',
  },
};

/** Bill types as the examples have them. */
const exampleBillTypes: BillTypesResponse['billTypes'] = [
  { code: 'GAS', name: 'Gas', description: 'Mains and bottled gas' },
  { code: 'WATER', name: 'Water', description: 'Water supply and sewerage' },
];

const getBillerMetadaba = describeOperation(billers, {
  summary: 'List billers',
  description: 'All billers that the filters leave, ordered by code. Several filters narrow each other.',
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

/** POST /enquiries */
const enquiry = describeOperation(submission, {
  summary: 'Submit an enquiry',
  description:
    'Takes an enquiry from a contact form, and answers with the number that it can be asked after by. Send an ' +
    '`idempotency-key` where you may have to send the same enquiry again: it is then stored once, and each answer ' +
    'names the same number.',
  headers: {
    'idempotency-key': {
      description:
        'Identifies this enquiry for 24 hours, so that the client can safely send it again: with the same body the answer is ' +
        'the same, with another body it is 400. An empty key counts as absent; two different keys are 400.',
      example: '2b9d0f0e-6b9a-4a6e-8f0b-7c1f7a3f1a11',
    },
  },
  body: {
    name: 'EnquiryRequest',
    description: 'The enquiry: at most 128 KiB of JSON in UTF-8. Other fields are ignored, and not stored.',
    fields: {
      firstname: { description: 'First name of the sender.' },
      lastname: { description: 'Last name of the sender.' },
      email: { description: 'Where an answer is to go.' },
      enquiryDetails: { description: 'The text of the enquiry.' },
      enquiryType: { description: 'What it is about.' },
      biller: { description: 'Name or code of the biller. Must be there, and may be null.' },
      billId: { description: 'What the bill is known by. Must be there, and may be null.' },
      paymentDate: {
        description:
          'Contains a date: day, month and year, with `/` or `-` between them. Null counts as absent.',
      },
    },
    examples: {
      payment: {
        summary: 'A payment that did not arrive',
        value: {
          firstname: 'Ada',
          lastname: 'Nguyen',
          email: 'ada.nguyen@example.org',
          enquiryDetails: 'I paid on Monday, and Wattle Water says that nothing has arrived.',
          enquiryType: 'PAYMENT',
          biller: 'Wattle Water',
          billId: '0042 1187 90',
          paymentDate: '16/11/2026',
        },
      },
      general: {
        summary: 'About no bill in particular',
        value: {
          firstname: 'Noah',
          lastname: 'Kelly',
          email: 'noah.kelly@example.org',
          enquiryDetails: 'Can I pay my rates with a debit card?',
          enquiryType: 'GENERAL',
          biller: null,
          billId: null,
        },
      },
    },
  },
  answers: {
    200: jsonAnswer(enquiryResponse, {
      description: 'The enquiry is stored.',
      headers: [limit],
      examples: { stored: { summary: 'Stored', value: { referenceNumber: '7K3M-Q2ZT-9XV1C' } } },
    }),
  },
  errors: usualErrors,
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
    examples: {
      400: { detail: 'billType: must not be repeated', parameter: 'billType' },
      404: { detail: 'No biller has the code "nope".' },
    },
    descriptions: { 404: 'No biller has this code, or no resource exists at this path.' },
  },
};
