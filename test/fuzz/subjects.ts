import * as fc from 'fast-check';
import type { Route } from '../../infra/routes/route.ts';
import { routes } from '../../infra/routes/routes.ts';
import { errorResponseAt } from '../contract/routing/error-codes.ts';
import { documented, documentedBodies, documentedOperation, documentedParameter } from './documented.ts';
import type { FuzzedOperation, Oracle, Probe } from './operation.ts';
import { billManagementOracles } from './operations/bill-management.ts';
import { enquiryProbes } from './operations/enquiry.ts';
import { gatewayProbes } from './operations/gateway-probes.ts';
import { locationsV2Oracles } from './operations/locations-v2.ts';
import { locationsV3Oracles } from './operations/locations-v3.ts';
import { operationProbes } from './operations/operation-probes.ts';

/** An operation and the requests to send to it. */
export interface Subject {
  readonly operationId: string;
  /** For any target that responds as the functions do. */
  readonly probes: fc.Arbitrary<Probe>;
  /** With those that only a gateway can respond to. */
  readonly probesOfGateway: fc.Arbitrary<Probe>;
}

const oracles = new Map(
  [...locationsV2Oracles, ...locationsV3Oracles, ...billManagementOracles].map((oracle) => [
    oracle.operationId,
    oracle,
  ]),
);

/** Takes every parameter of an operation from its document, unless the oracle knows it. */
const fuzzedOperation = ({ operationId, method, path, open }: Route, oracle?: Oracle): FuzzedOperation => {
  const { parameters = [] } = documentedOperation(operationId);
  const known = oracle?.parameters ?? [];
  const surplus = known.filter(({ name }) => !parameters.some((parameter) => parameter.name === name));
  if (surplus.length > 0) throw new Error(`${operationId} documents no ${surplus.map(({ name }) => name)}.`);
  const all = parameters.map((parameter) => ({
    place: parameter.in,
    parameter: known.find(({ name }) => name === parameter.name) ?? documentedParameter(parameter),
  }));
  const allIn = (wanted: string) =>
    all.flatMap(({ place, parameter }) => (place === wanted ? [parameter] : []));
  const [inPath, inQuery] = [allIn('path'), allIn('query')];
  const bodies = documentedBodies(operationId);
  return {
    operationId,
    method,
    path,
    inPath,
    inQuery,
    documentedOnly: [...inPath, ...inQuery].filter((parameter) => !known.includes(parameter)),
    ...(bodies && { bodies }),
    errors: errorResponseAt(path),
    open: open ?? false,
    ...(oracle && { oracle }),
  };
};

const subjectOf = (operation: FuzzedOperation, own: fc.Arbitrary<Probe>, judge?: Judge): Subject => {
  const { operationId } = operation;
  const probes = documented(operationId, own, judge);
  return {
    operationId,
    probes,
    probesOfGateway: fc.oneof(
      { weight: 8, arbitrary: probes },
      { weight: 1, arbitrary: gatewayProbes(operation) },
    ),
  };
};

type Judge = Parameters<typeof documented>[2];

/** Every operation of the route table. Responses are also held to the documents, or to the `judge` given. */
export const subjectsJudgedBy = (judge?: Judge): readonly Subject[] =>
  routes.map((route) => {
    const operation = fuzzedOperation(route, oracles.get(route.operationId));
    const isEnquiry = route.operationId === 'enquiry';
    return subjectOf(operation, isEnquiry ? enquiryProbes : operationProbes(operation), judge);
  });

export const subjects = subjectsJudgedBy();

/**
 * Operations without an oracle, fuzzed as a new one is: by the document and by what always holds. getWorkCentres is
 * left out because it ignores a wrong radius without a search point, which no document can say.
 */
export const subjectsWithoutOracle: readonly Subject[] = routes
  .filter(({ operationId }) => operationId !== 'getWorkCentres')
  .map((route) => {
    const operation = fuzzedOperation(route);
    return subjectOf(operation, operationProbes(operation));
  });
