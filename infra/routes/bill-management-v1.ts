import { basePathOf } from '../../shared/domain/access/service.ts';
import type { Route } from './route.ts';

const base = basePathOf['bill-management'];
const folder = 'functions/bill-management-v1';

const biller = {
  code: '1200',
  name: 'Wattle Water',
  shortName: 'WATTLE WATER',
  organisation: 'Wattle Group',
  billType: 'WATER',
  status: 'ACTIVE',
  minimumAmount: 100,
  maximumAmount: 500_000,
  paymentMethods: ['CASH', 'DEBIT', 'CREDIT'],
  reference: {
    label: 'Payment number',
    minLength: 11,
    maxLength: 11,
    pattern: '^[0-9]{11}$',
    checkDigit: 'MOD10V01',
  },
};

/** Operations of the bill management service. The last two are for load balancers, which cannot send a key. */
export const billManagementV1: readonly Route[] = [
  {
    operationId: 'getBillerMetadaba',
    method: 'GET',
    path: `${base}/biller-metadata`,
    handler: `${folder}/list-biller-metadata.ts`,
    access: ['billers:list'],
    summary: 'List billers',
    description:
      'Returns all billers that match the filters, ordered by code. Filters are combined with AND.',
    example: { billers: [biller] },
  },
  {
    operationId: 'getBillTypes',
    method: 'GET',
    path: `${base}/biller-metadata/bill-types`,
    handler: `${folder}/list-bill-types.ts`,
    access: ['billers:types'],
    summary: 'List bill types',
    description: 'Returns all bill types, ordered by code.',
    example: {
      billTypes: [
        { code: 'GAS', name: 'Gas', description: 'Mains and bottled gas' },
        { code: 'WATER', name: 'Water', description: 'Water supply and sewerage' },
      ],
    },
  },
  {
    operationId: 'getBillerMetadabaByCode',
    method: 'GET',
    path: `${base}/biller-metadata/{code}`,
    handler: `${folder}/get-biller-metadata-by-code.ts`,
    access: ['billers:get'],
    summary: 'Get a biller',
    description: 'Returns the biller with this code.',
    example: biller,
  },
  {
    operationId: 'validateBill',
    method: 'POST',
    path: `${base}/bills/validate`,
    handler: `${folder}/validate-bill.ts`,
    access: ['billers:get'],
    isExtension: true,
    summary: 'Validate a bill',
    description:
      "Checks a bill against its biller's rules before a payer pays it. Nothing is stored, so you can safely repeat " +
      'the request; an `idempotency-key` is ignored. A bill that cannot be paid also gets a 200: `valid` is false, and ' +
      'each failed check has a `reason`. If `valid` is true but `conclusive` is false, the biller has a rule that only ' +
      'the biller can check.\n\nWith a sandbox key, the billers `WPTEST-INACTIVE`, `WPTEST-LENGTH`, ' +
      '`WPTEST-PATTERN`, `WPTEST-CHECK-DIGIT`, `WPTEST-AMOUNT`, `WPTEST-METHOD` and `WPTEST-NOT-CHECKED` have only ' +
      'the rule that their name gives. The reference `12345678903`, amounts from 1000 to 50000 and the payment ' +
      'method `CASH` are valid.',
    requestExample: { billerCode: '1200', reference: '1234 5678 904', amount: 12_550, paymentMethod: 'CASH' },
    example: {
      valid: false,
      conclusive: true,
      biller: { code: '1200', name: 'Wattle Water', referenceLabel: 'Payment number' },
      reference: '12345678904',
      checks: [
        { check: 'BILLER', result: 'PASSED' },
        { check: 'REFERENCE_LENGTH', result: 'PASSED' },
        { check: 'REFERENCE_PATTERN', result: 'PASSED' },
        {
          check: 'REFERENCE_CHECK_DIGIT',
          result: 'FAILED',
          reason: 'CHECK_DIGIT_MISMATCH',
          field: 'reference',
          detail: 'Payment number: a digit is wrong or two are swapped.',
        },
        { check: 'AMOUNT', result: 'PASSED' },
        { check: 'PAYMENT_METHOD', result: 'PASSED' },
      ],
    },
  },
  {
    operationId: 'enquiry',
    method: 'POST',
    path: `${base}/enquiries`,
    handler: `${folder}/submit-enquiry.ts`,
    access: ['enquiries:write'],
    summary: 'Submit an enquiry',
    description:
      'Stores an enquiry from a contact form, and returns a reference number. If you may have to retry, send an ' +
      '`idempotency-key`: the enquiry is then stored only once, and each response has the same number.',
    requestExample: {
      firstname: 'Ada',
      lastname: 'Nguyen',
      email: 'ada.nguyen@example.org',
      enquiryDetails: 'I paid on Monday, but Wattle Water says that nothing has arrived.',
      enquiryType: 'PAYMENT',
      biller: 'Wattle Water',
      billId: '0042 1187 90',
      paymentDate: '16/11/2026',
    },
    example: { referenceNumber: '7K3M-Q2ZT-9XV1C' },
  },
  {
    operationId: 'ping',
    method: 'GET',
    path: `${base}/ping`,
    handler: `${folder}/ping.ts`,
    access: [],
    open: true,
    summary: 'Ping the service',
    description: 'Returns whether the service is running, without accessing its stores. Needs no key.',
    example: { status: 'UP' },
  },
  {
    operationId: 'health',
    method: 'GET',
    path: `${base}/health`,
    handler: `${folder}/health.ts`,
    access: ['billers:probe', 'enquiries:probe'],
    open: true,
    summary: 'Check health',
    description:
      'Returns whether the stores that the service needs respond. For load balancers; needs no key.',
    example: { status: 'UP' },
    responses: {
      503: {
        description: 'A store does not respond.',
        headers: ['retry-after'],
        example: { status: 'DOWN' },
      },
    },
  },
];
