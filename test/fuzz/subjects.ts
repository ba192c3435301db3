import type * as fc from 'fast-check';
import type { Route } from '../../infra/routes/route.ts';
import { routes } from '../../infra/routes/routes.ts';
import { errorResponseAt } from '../contract/routing/error-codes.ts';
import { documented, documentedBodies, documentedOperation, documentedParameter } from './documented.ts';
import type { FuzzedOperation, Oracle, Probe } from './operation.ts';
import { billManagementOracles } from './operations/bill-management.ts';
import { billValidationProbes } from './operations/bill-validation.ts';
import { enquiryProbes } from './operations/enquiry.ts';
import { gatewayProbes } from './operations/gateway-probes.ts';
import { locationsV2Oracles } from './operations/locations-v2.ts';
import { locationsV3Oracles } from './operations/locations-v3.ts';
import { operationProbes } from './operations/operation-probes.ts';
import { withRepeats } from './repeats.ts';
import { weighted } from './requests/samples.ts';

export interface Subject {
  readonly operationId: string;
  /** Requests for any target that behaves like the functions, with or without a gateway. */
  readonly probes: fc.Arbitrary<Probe>;
  /** Requests that include those to which only a gateway can respond. */
  readonly probesOfGateway: fc.Arbitrary<Probe>;
}

const oracles = [...locationsV2Oracles, ...locationsV3Oracles, ...billManagementOracles];

/** Generates each parameter of an operation from its document, unless the oracle defines the parameter. */
const fuzzedOperation = ({ operationId, method, path, open }: Route, oracle?: Oracle): FuzzedOperation => {
  const { parameters = [] } = documentedOperation(operationId);
  const known = new Map(oracle?.parameters.map((parameter) => [parameter.name, parameter]));
  const surplus = [...known.keys()].filter((name) => !parameters.some((each) => each.name === name));
  if (surplus.length > 0) throw new Error(`${operationId} documents no ${surplus}.`);
  const allIn = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => known.get(parameter.name) ?? documentedParameter(parameter));
  const [inPath, inQuery] = [allIn('path'), allIn('query')];
  const bodies = documentedBodies(operationId);
  return {
    ...{ operationId, method, path, inPath, inQuery, open: open ?? false },
    documentedOnly: [...inPath, ...inQuery].filter(({ name }) => !known.has(name)),
    ...(bodies && { bodies }),
    errors: errorResponseAt(path),
    ...(oracle && { oracle }),
  };
};

const subjectOf = (operation: FuzzedOperation, own: fc.Arbitrary<Probe>, judge?: Judge): Subject => {
  const { operationId } = operation;
  const probes = documented(operationId, withRepeats(operationId, own), judge);
  return {
    operationId,
    probes,
    probesOfGateway: weighted([8, probes], [1, gatewayProbes(operation)]),
  };
};

type Judge = Parameters<typeof documented>[2];

/** Requests for operations whose bodies have rules that are not in their document. */
const probesOfBodies: Readonly<Record<string, fc.Arbitrary<Probe>>> = {
  enquiry: enquiryProbes,
  validateBill: billValidationProbes,
};

/** Responses must also conform to the documents, or to the given `judge`. */
export const subjectsJudgedBy = (judge?: Judge): readonly Subject[] =>
  routes.map((route) => {
    const oracle = oracles.find(({ operationId }) => operationId === route.operationId);
    const operation = fuzzedOperation(route, oracle);
    const own = probesOfBodies[route.operationId] ?? operationProbes(operation);
    return subjectOf(operation, own, judge);
  });

export const subjects = subjectsJudgedBy();

/** All operations as if they were new. Only an oracle knows when getWorkCentres ignores an invalid radius. */
export const subjectsWithoutOracle: readonly Subject[] = routes
  .filter(({ operationId }) => operationId !== 'getWorkCentres')
  .map((route) => {
    const operation = fuzzedOperation(route);
    return subjectOf(operation, operationProbes(operation));
  });
