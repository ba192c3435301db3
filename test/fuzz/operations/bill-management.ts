import * as fc from 'fast-check';
import {
  billerResponse,
  billersResponse,
  billTypesResponse,
  healthCheckStatus,
} from '../../../functions/bill-management-v1/contract.ts';
import { fixtureBillers, fixtureBillTypes } from '../../support/fixture/fixture-billers.ts';
import { mustEqual, readBody } from '../checks.ts';
import { type Expected, type Given, type Oracle, parameter, readingOf } from '../operation.ts';
import { inPath, textList, textUpTo } from '../oracle/readings.ts';
import { lists, words } from '../requests/samples.ts';

const byCode = (one: { readonly code: string }, other: { readonly code: string }): number =>
  one.code < other.code ? -1 : 1;
const billersInOrder = fixtureBillers.toSorted(byCode);

const code = parameter(
  'code',
  fc.oneof(
    words(...fixtureBillers.map((biller) => biller.code)),
    fc.integer({ min: 118, max: 122 }).map((length) => '0'.repeat(length)),
  ),
  inPath(textUpTo(120)),
);
const billerCode = parameter('billerCode', lists(...fixtureBillers.map((biller) => biller.code)), textList);
const billerOrganisation = parameter(
  'billerOrganisation',
  lists(...fixtureBillers.map(({ organisation }) => organisation), 'harbour energy', 'ÉTÉ ASSURANCE'),
  textList,
);
const billType = parameter(
  'billType',
  lists(...fixtureBillTypes.map((type) => type.code), 'water'),
  textList,
);

const expectBillers = (given: Given): Expected => ({
  status: 200,
  check: (response) => {
    const codes = readingOf(given, billerCode);
    const organisations = readingOf(given, billerOrganisation);
    const lowered = organisations && new Set([...organisations].map((each) => each.toLowerCase()));
    const kinds = readingOf(given, billType);
    const expected = billersInOrder.filter(
      (biller) =>
        (!codes || codes.has(biller.code)) &&
        (!lowered || lowered.has(biller.organisation.toLowerCase())) &&
        (!kinds || kinds.has(biller.billType)),
    );
    mustEqual('billers', expected, readBody(billersResponse, response).billers);
  },
});

const expectBiller = (given: Given): Expected => {
  const asked = readingOf(given, code);
  const biller = fixtureBillers.find((each) => each.code === asked);
  if (biller === undefined) return { status: 404, check: () => {} };
  return {
    status: 200,
    check: (response) => mustEqual('biller', biller, readBody(billerResponse, response)),
  };
};

const expectBillTypes = (): Expected => ({
  status: 200,
  check: (response) =>
    mustEqual(
      'bill types',
      fixtureBillTypes.toSorted(byCode),
      readBody(billTypesResponse, response).billTypes,
    ),
});

const expectUp = (): Expected => ({
  status: 200,
  check: (response) => mustEqual('health', { status: 'UP' }, readBody(healthCheckStatus, response)),
});

export const billManagementOracles: readonly Oracle[] = [
  {
    operationId: 'getBillerMetadaba',
    parameters: [billerCode, billerOrganisation, billType],
    expect: expectBillers,
  },
  { operationId: 'getBillTypes', parameters: [], expect: expectBillTypes },
  { operationId: 'getBillerMetadabaByCode', parameters: [code], expect: expectBiller },
  { operationId: 'ping', parameters: [], expect: expectUp },
  { operationId: 'health', parameters: [], expect: expectUp },
];
