import { randomUUID } from 'node:crypto';
import type * as fc from 'fast-check';
import { enquiryResponse, errorResponse } from '../../../functions/bill-management-v1/contract.ts';
import type { ApiTarget, TargetRequest, TargetResponse } from '../../support/targets/api-target.ts';
import { checkCommon, checkViolations, must, mustHaveStatus, readBody, readErrors } from '../checks.ts';
import type { Probe } from '../operation.ts';
import { bodyOf, type EnquiryPlan, enquiryPlans } from '../requests/enquiry-plan.ts';

const enquiryPath = '/bill-management-api/v1/enquiries';
const keyHeader = 'Idempotency-Key';

const requestOf = ({ members, headers, contentType, keyLength, spoilt }: EnquiryPlan): TargetRequest => {
  const { body, headers: spoiling } = spoilt?.(bodyOf(members)) ?? { body: bodyOf(members), headers: {} };
  return {
    method: 'POST',
    path: enquiryPath,
    headers: {
      ...headers,
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(keyLength !== undefined && { [keyHeader]: randomUUID().padEnd(keyLength, 'k') }),
      ...spoiling,
    },
    body,
  };
};

const referenceIn = (response: TargetResponse): string => {
  mustHaveStatus(response, 200);
  const { referenceNumber } = readBody(enquiryResponse, response);
  const isRight = /^[0-9A-Z-]{10,24}$/.test(referenceNumber);
  must(isRight, 'reference number', 'capitals and digits', referenceNumber);
  return referenceNumber;
};

/** Checks that a retry returns the same number, and that another body with this key is rejected. */
const verifyRetries = async (request: TargetRequest, reference: string, target: ApiTarget): Promise<void> => {
  const again = referenceIn(await target.send(request));
  must(again === reference, 'reference number of the same key and body', reference, again);
  const other = String(request.body).replace('"lastname":"', '"lastname":"other ');
  const refused = await target.send({ ...request, body: other });
  checkViolations(errorResponse, ['idempotency-key'], refused);
};

const verifyPlan = async (
  plan: EnquiryPlan,
  request: TargetRequest,
  response: TargetResponse,
  target: ApiTarget,
): Promise<void> => {
  checkCommon(response);
  if (plan.spoilt) {
    readErrors(errorResponse, 400, response);
    return;
  }
  const wrong = plan.members.filter(({ isRight, json }) => json === '' || !isRight).map(({ name }) => name);
  const offending = (plan.keyLength ?? 0) > 255 ? [...wrong, 'idempotency-key'] : wrong;
  if (offending.length > 0) {
    checkViolations(errorResponse, offending, response);
    return;
  }
  const reference = referenceIn(response);
  if (plan.keyLength !== undefined) await verifyRetries(request, reference, target);
};

/** Generates requests that submit enquiries. Valid ones are stored. */
export const enquiryProbes: fc.Arbitrary<Probe> = enquiryPlans.map((plan) => {
  const request = requestOf(plan);
  return { request, verify: (response, target) => verifyPlan(plan, request, response, target) };
});
