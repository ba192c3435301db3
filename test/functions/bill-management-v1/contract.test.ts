import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  billerResponse,
  billersResponse,
  billTypesResponse,
  enquiryResponse,
  errorResponse,
  healthCheckStatus,
} from '../../../functions/bill-management-v1/contract.ts';
import { request as oneBiller } from '../../../functions/bill-management-v1/get-biller-metadata-by-code.ts';
import { request as billers } from '../../../functions/bill-management-v1/list-biller-metadata.ts';
import { request as submission } from '../../../functions/bill-management-v1/submit-enquiry.ts';

const billerCode = oneBiller.path.code;
const billerQuery = billers.query;
const enquiryRequest = submission.body;
const idempotencyKey = submission.headers['idempotency-key'];

const messagesOf = (schema: z.core.$ZodType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ path, message }) => [...path, message].join(': '));
const accepts = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;

describe('an enquiry', () => {
  const enquiry = {
    firstname: 'Ada',
    lastname: 'Lovelace',
    email: 'ada@example.org',
    enquiryDetails: 'Where is my payment?',
    enquiryType: 'PAYMENT',
    biller: 'AGL',
    billId: '12 3',
    paymentDate: '1/2/2026',
  };
  const complaints = (change: object) => messagesOf(enquiryRequest, { ...enquiry, ...change });

  it('is read as it was sent, members that it does not know dropped', () => {
    expect(enquiryRequest.parse({ ...enquiry, other: 1 })).toEqual(enquiry);
  });

  it.each([
    [{ firstname: '\ud83d' }, ['firstname: must be well-formed Unicode text']],
    [{ paymentDate: '1/2/2026 \ud83d' }, ['paymentDate: must be well-formed Unicode text']],
    [
      { paymentDate: '1.2.2026' },
      ['paymentDate: must contain a date (d/m/yyyy or d-m-yyyy), such as 31/12/2026'],
    ],
    [{ biller: '' }, ['biller: must be 1 to 120 characters long']],
    [{ biller: 'a'.repeat(121) }, ['biller: must be 1 to 120 characters long']],
    [{ biller: 'a_b' }, ['biller: may contain only letters, digits, spaces, hyphens and square brackets']],
    [{ billId: '' }, ['billId: must be 1 to 120 characters long']],
    [{ billId: '1'.repeat(121) }, ['billId: must be 1 to 120 characters long']],
    [{ billId: '1-2' }, ['billId: may contain only letters, digits and spaces']],
  ])('D01 D02 D03 D04 with %j is told %j', (change, expected) => {
    expect(complaints(change)).toEqual(expected);
  });

  it.each(['1/2/2026', '31-12-2026', '10/2-2026', 'on 1/12/2026 or so'])(
    'D04 has a date in the payment date %s',
    (paymentDate) => {
      expect(complaints({ paymentDate })).toBeUndefined();
    },
  );

  it.each(['/2/2026', '1//2026', '1/2/202', '12/2026', 'a/b/cdef', '1x2/2026', '1/2x2026'])(
    'D04 has none in the payment date %s',
    (paymentDate) => {
      expect(complaints({ paymentDate })).toHaveLength(1);
    },
  );
});

it('an Idempotency-Key has up to 255 characters, and an empty one is none', () => {
  expect(idempotencyKey.parse(undefined)).toBeUndefined();
  expect(idempotencyKey.parse('')).toBeUndefined();
  expect(idempotencyKey.parse('k'.repeat(255))).toBe('k'.repeat(255));
  expect(messagesOf(idempotencyKey, 'k'.repeat(256))).toEqual(['must be at most 255 characters long']);
});

it('the filters of billers are lists, the organisation in lower case', () => {
  expect(
    billerQuery.parse({ billerCode: ['A, b'], billerOrganisation: ['AGL,agl'], billType: ['W'] }),
  ).toEqual({
    billerCode: new Set(['A', 'b', 'A, b']),
    billerOrganisation: new Set(['agl', 'agl,agl']),
    billType: new Set(['W']),
  });
});

it('the code of a biller has 1 to 120 characters', () => {
  expect(['1', '1'.repeat(120)].map((code) => accepts(billerCode, code))).toEqual([true, true]);
  expect(accepts(billerCode, '')).toBe(false);
  expect(messagesOf(billerCode, '1'.repeat(121))).toEqual(['must be at most 120 characters long']);
});

describe('an answer', () => {
  const biller = {
    code: '0101',
    name: 'Water of the South',
    shortName: 'WATER',
    organisation: 'South',
    billType: 'WATER',
    status: 'ACTIVE',
    minimumAmount: 0,
    maximumAmount: 100_000,
    paymentMethods: ['CASH'],
    reference: { label: 'Number', minLength: 0, maxLength: 12, pattern: '^\\d+$', checkDigit: 'MOD10V01' },
  };

  it('is whole with and without what may be missing', () => {
    const { shortName: _short, minimumAmount: _least, maximumAmount: _most, ...rest } = biller;
    const least = { ...rest, reference: { label: 'Number', minLength: 1, maxLength: 1 } };
    expect(billersResponse.parse({ billers: [biller, least] })).toEqual({ billers: [biller, least] });
  });

  it.each([
    { status: 'CLOSED' },
    { minimumAmount: -1 },
    { maximumAmount: -1 },
    { maximumAmount: 0.5 },
    { paymentMethods: 'CASH' },
    { paymentMethods: [1] },
    { reference: { ...biller.reference, minLength: -1 } },
    { reference: { ...biller.reference, maxLength: -1 } },
    { reference: { ...biller.reference, more: 1 } },
    { kind: 'BILLER' },
  ])('about a biller has no %j', (part) => {
    expect(accepts(billerResponse, { ...biller, ...part })).toBe(false);
  });

  it('has no members but its own', () => {
    const billType = { code: 'W', name: 'Water', description: 'Water' };
    expect(billTypesResponse.parse({ billTypes: [billType] })).toEqual({ billTypes: [billType] });
    expect(accepts(billTypesResponse, { billTypes: [{ code: 'W', name: 'Water' }] })).toBe(true);
    expect(accepts(billTypesResponse, { billTypes: [{ ...billType, kind: 'T' }] })).toBe(false);
    expect(accepts(enquiryResponse, { referenceNumber: 'x' })).toBe(true);
    expect(accepts(enquiryResponse, { referenceNumber: 1 })).toBe(false);
    expect(accepts(healthCheckStatus, { status: 'UP' })).toBe(true);
    expect(accepts(healthCheckStatus, { status: 'DOWN' })).toBe(true);
    expect(accepts(healthCheckStatus, { status: 'SO SO' })).toBe(false);
  });

  it.each([
    'CONSTRAINT_VIOLATION',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'METHOD_NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'TOO_MANY_REQUESTS',
    'INTERNAL_SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
  ])('may be the error %s', (code) => {
    const error = { id: '7b2e7f5e-3f0d-4a52-9c53-0d1f6a1c0b11', code, detail: 'x' };
    expect(accepts(errorResponse, { errors: [{ ...error, source: { parameter: 'x' } }] })).toBe(true);
    expect(accepts(errorResponse, { errors: [{ ...error, code: 'OTHER' }] })).toBe(false);
  });
});
