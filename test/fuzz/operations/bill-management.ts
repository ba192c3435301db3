import * as fc from 'fast-check';
import {
  billerResponse,
  billersResponse,
  billTypesResponse,
  healthCheckStatus,
} from '../../../functions/bill-management-v1/contract.ts';
import { fixtureBillers, fixtureBillTypes } from '../../support/fixture/fixture-billers.ts';
import { mustEqual, readBody } from '../checks.ts';
import { type Oracle, parameter, readingOf } from '../operation.ts';
import { inPath, textList, textUpTo } from '../oracle/readings.ts';
import { aroundLimit, lists, words } from '../requests/samples.ts';

const byCode = (one: { readonly code: string }, other: { readonly code: string }): number =>
  one.code < other.code ? -1 : 1;
const billersInOrder = fixtureBillers.toSorted(byCode);

const code = parameter(
  'code',
  fc.oneof(words(...fixtureBillers.map((biller) => biller.code)), aroundLimit('0')),
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

const up: Pick<Oracle, 'parameters' | 'check'> = {
  parameters: [],
  check: (_, response) => mustEqual('health', { status: 'UP' }, readBody(healthCheckStatus, response)),
};

export const billManagementOracles: readonly Oracle[] = [
  {
    operationId: 'getBillerMetadaba',
    parameters: [billerCode, billerOrganisation, billType],
    check: (given, response) => {
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
  },
  {
    operationId: 'getBillTypes',
    parameters: [],
    check: (_, response) => {
      const { billTypes } = readBody(billTypesResponse, response);
      mustEqual('bill types', fixtureBillTypes.toSorted(byCode), billTypes);
    },
  },
  {
    operationId: 'getBillerMetadabaByCode',
    parameters: [code],
    status: (given) => (billerOf(readingOf(given, code)) ? 200 : 404),
    check: (given, response) =>
      mustEqual('biller', billerOf(readingOf(given, code)), readBody(billerResponse, response)),
  },
  { operationId: 'ping', ...up },
  { operationId: 'health', ...up },
];

const billerOf = (asked: string) => fixtureBillers.find((biller) => biller.code === asked);
