import * as fc from 'fast-check';
import { errorResponse } from '../../functions/bill-management-v1/contract.ts';
import { documented } from './checks/documented.ts';
import type { FuzzedOperation } from './operation.ts';
import { billManagementOperations } from './operations/bill-management.ts';
import { enquiryPath, enquiryProbes } from './operations/enquiry.ts';
import { gatewayProbes } from './operations/gateway-probes.ts';
import { locationsV2Operations } from './operations/locations-v2.ts';
import { locationsV3Operations } from './operations/locations-v3.ts';
import { operationProbes } from './operations/operation-probes.ts';
import type { Probe } from './requests/probe.ts';

/** An operation and the requests to make of it. */
export interface Subject {
  readonly operationId: string;
  /** For whatever answers as the functions do. */
  readonly probes: fc.Arbitrary<Probe>;
  /** With those that only a gateway answers. */
  readonly probesOfGateway: fc.Arbitrary<Probe>;
}

const mixed = (probes: fc.Arbitrary<Probe>, ofGateway: fc.Arbitrary<Probe>) =>
  fc.oneof({ weight: 8, arbitrary: probes }, { weight: 1, arbitrary: ofGateway });

const enquiries = documented('enquiry', enquiryProbes);

const enquiry: Subject = {
  operationId: 'enquiry',
  probes: enquiries,
  probesOfGateway: mixed(
    enquiries,
    gatewayProbes({ operationId: 'enquiry', template: enquiryPath, open: false, errors: errorResponse }),
  ),
};

/** Those that are asked by their path and query alone. */
export const fuzzedOperations: readonly FuzzedOperation[] = [
  ...locationsV2Operations,
  ...locationsV3Operations,
  ...billManagementOperations,
];

/** Every operation of the route table. */
export const subjects: readonly Subject[] = [
  ...fuzzedOperations.map((operation): Subject => {
    const { operationId, path: template, open, errors } = operation;
    const probes = documented(operationId, operationProbes(operation));
    return {
      operationId,
      probes,
      probesOfGateway: mixed(probes, gatewayProbes({ operationId, template, open, errors })),
    };
  }),
  enquiry,
];
