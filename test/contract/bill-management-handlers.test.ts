import { afterAll, beforeAll } from 'vitest';
import { type BillManagementTarget, startBillManagement } from '../support/targets/bill-management-target.ts';
import { billManagementSuite } from './bill-management.suite.ts';

let target: BillManagementTarget;
beforeAll(async () => {
  target = await startBillManagement();
});
afterAll(() => target.close());

billManagementSuite(
  () => target,
  (referenceNumber) => target.readEnquiryRow(referenceNumber),
);
