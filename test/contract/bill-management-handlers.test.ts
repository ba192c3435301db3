import { afterAll, beforeAll } from 'vitest';
import { billManagementV1 } from '../../infra/routes/bill-management-v1.ts';
import { type BillManagementTarget, startBillManagement } from '../support/targets/bill-management-target.ts';
import { billManagementSuite } from './bill-management.suite.ts';
import { everyOperation } from './every-operation.ts';

let started: BillManagementTarget;
beforeAll(async () => {
  started = await startBillManagement();
});
afterAll(() => started.close());

everyOperation(
  billManagementV1,
  () => started,
  (target) => billManagementSuite(target, (referenceNumber) => started.readEnquiryRow(referenceNumber)),
);
