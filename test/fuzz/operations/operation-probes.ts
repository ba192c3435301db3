import type * as fc from 'fast-check';
import type { TargetResponse } from '../../support/targets/api-target.ts';
import { checkCommon } from '../checks/common-checks.ts';
import { must } from '../checks/finding.ts';
import { checkViolations, readErrors } from '../checks/read-body.ts';
import type { FuzzedOperation } from '../operation.ts';
import { isWrong } from '../requests/parameter.ts';
import { brokenParameter, givenBy, type Plan, plansOf, requestOf } from '../requests/plan.ts';
import type { Probe } from '../requests/probe.ts';

/** Every parameter that is wrong in a request, by what the specification says of each. */
const offendingIn = (operation: FuzzedOperation, plan: Plan): readonly string[] => {
  const given = givenBy(plan);
  const broken = brokenParameter(plan);
  const parameters = [...operation.inPath, ...operation.inQuery];
  const alone = parameters
    .filter((one) => one.name === broken || isWrong(given, one))
    .map(({ name }) => name);
  return [...new Set([...alone, ...(operation.together?.(given) ?? [])])];
};

const verifyPlan = (operation: FuzzedOperation, plan: Plan, response: TargetResponse): void => {
  checkCommon(response);
  const offending = offendingIn(operation, plan);
  if (offending.length > 0) {
    checkViolations(operation.errors, offending, response);
    return;
  }
  const expected = operation.expect(givenBy(plan));
  if (expected.status >= 400) readErrors(operation.errors, expected.status, response);
  must(response.status === expected.status, 'status', expected.status, [response.status, response.body]);
  expected.check(response);
};

/** The gateway takes no more than 10 KB of request line and headers; what is longer is asked for elsewhere. */
const longestPath = 8_000;

/** Requests for an operation, right and wrong. */
export const operationProbes = (operation: FuzzedOperation): fc.Arbitrary<Probe> =>
  plansOf(operation)
    .filter((plan) => requestOf(operation.path, plan).path.length <= longestPath)
    .map((plan) => ({
      request: requestOf(operation.path, plan),
      verify: (response) => verifyPlan(operation, plan, response),
    }));
