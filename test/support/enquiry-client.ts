import { expect } from 'vitest';
import { enquiryResponse, errorResponse } from '../../functions/bill-management-v1/contract.ts';
import { isReferenceNumber } from '../../shared/domain/billing/reference-number.ts';
import type { ApiTarget, TargetRequest, TargetResponse } from './targets/api-target.ts';

export const base = '/bill-management-api/v1';

export const goodEnquiry = {
  firstname: 'Ada',
  lastname: 'Lovelace',
  email: 'ada@example.org',
  enquiryDetails: 'Where is my payment?',
  enquiryType: 'PAYMENT',
  biller: 'AGL - [VIC]',
  billId: '12 3',
  paymentDate: '1/2/2026',
};

const json = { 'content-type': 'application/json' };

/** Returns a client that submits enquiries and checks that every response conforms to the contract. */
export const enquiryClient = (target: () => ApiTarget) => {
  const post = (body: string | Buffer | undefined, headers: TargetRequest['headers'] = json) =>
    target().send({
      method: 'POST',
      path: `${base}/enquiries`,
      headers,
      ...(body === undefined ? {} : { body }),
    });

  const referenceOf = (response: TargetResponse): string => {
    expect(response.status, response.body.slice(0, 300)).toBe(200);
    const { referenceNumber } = enquiryResponse.parse(JSON.parse(response.body));
    expect(isReferenceNumber(referenceNumber)).toBe(true);
    return referenceNumber;
  };

  const violationsOf = (response: TargetResponse): ReadonlySet<string | undefined> => {
    expect(response.status, response.body.slice(0, 300)).toBe(400);
    const { errors } = errorResponse.parse(JSON.parse(response.body));
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['CONSTRAINT_VIOLATION']));
    return new Set(errors.map(({ source }) => source?.parameter));
  };

  return {
    post,
    violationsOf,

    /** Submits the valid enquiry with changes, expects a 200 and returns the reference number. */
    async submit(change: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<string> {
      return referenceOf(await post(JSON.stringify({ ...goodEnquiry, ...change }), { ...json, ...headers }));
    },

    async submitText(body: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<string> {
      return referenceOf(await post(body, headers));
    },

    /** Submits the valid enquiry with changes (undefined removes a field). Expects a 400 that names these fields. */
    async expectViolation(change: object, ...fields: readonly string[]): Promise<void> {
      const response = await post(JSON.stringify({ ...goodEnquiry, ...change }));
      expect(violationsOf(response)).toEqual(new Set(fields));
    },

    async expectRefused(body: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<void> {
      violationsOf(await post(body, headers));
    },
  };
};
export type EnquiryClient = ReturnType<typeof enquiryClient>;

export type ReadEnquiryRow = (referenceNumber: string) => Promise<unknown>;

/** Submits the valid enquiry with changes, and expects that it is stored exactly as sent. */
export const storedAsSent =
  (client: EnquiryClient, readRow: ReadEnquiryRow) =>
  async (change: object): Promise<void> => {
    const referenceNumber = await client.submit(change);
    expect(await readRow(referenceNumber)).toMatchObject({ ...goodEnquiry, ...change, referenceNumber });
  };
