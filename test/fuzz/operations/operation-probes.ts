import type * as fc from 'fast-check';
import type { TargetResponse } from '../../support/targets/api-target.ts';
import { checkCommon, checkViolations, must, mustHaveStatus, readErrors } from '../checks.ts';
import { type FuzzedOperation, type Given, isGiven, isWrong, type Probe } from '../operation.ts';
import { brokenParameter, givenBy, type Plan, plansOf, requestOf } from '../requests/plan.ts';

/** The gateway accepts at most 10 KB of request line and headers. Gateway probes also send more. */
const maxPathLength = 8_000;

/** Generates valid and invalid requests for an operation. */
export const operationProbes = (operation: FuzzedOperation): fc.Arbitrary<Probe> =>
  plansOf(operation)
    .map((plan) => ({
      request: requestOf(operation, plan),
      verify: (response: TargetResponse) => verifyPlan(operation, plan, response),
    }))
    .filter(({ request }) => request.path.length <= maxPathLength);

const verifyPlan = (operation: FuzzedOperation, plan: Plan, response: TargetResponse): void => {
  checkCommon(response);
  const given = givenBy(plan);
  const offending = offendingIn(operation, plan, given);
  const possible = possiblyOffendingIn(operation, given);
  if (offending.length > 0 && !operation.bodies) {
    checkViolations(operation.errors, offending, response, possible);
    return;
  }
  const { oracle, errors, inPath } = operation;
  if (oracle && possible.length === 0) {
    const expected = oracle.expect(given);
    if (expected.status >= 400) readErrors(errors, expected.status, response);
    mustHaveStatus(response, expected.status);
    expected.check(response);
    return;
  }
  const { status } = response;
  if (operation.bodies && status === 400) readErrors(errors, 400, response);
  else if (status === 400) checkViolations(errors, [], response, possible);
  else if (inPath.length > 0 && status === 404) readErrors(errors, 404, response);
  else must(status < 400, 'status', 'one of success', [status, response.body]);
};

/** Returns the names of the parameters that are certainly invalid. */
const offendingIn = (operation: FuzzedOperation, plan: Plan, given: Given): readonly string[] => {
  const broken = brokenParameter(plan);
  const own = [...operation.inPath, ...operation.inQuery]
    .filter((one) => one.name === broken || isWrong(given, one))
    .map(({ name }) => name);
  return [...new Set([...own, ...(operation.oracle?.together?.(given) ?? [])])];
};

/**
 * Returns the names of the parameters that may be invalid according to rules outside the document, such as the length
 * of a list. Without an oracle, these include missing parameters.
 */
const possiblyOffendingIn = (operation: FuzzedOperation, given: Given): readonly string[] =>
  operation.documentedOnly
    .filter((parameter) => !operation.oracle || isGiven(given, parameter))
    .map(({ name }) => name);
