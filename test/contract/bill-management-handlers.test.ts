import { billManagementV1 } from '../../infra/routes/bill-management-v1.ts';
import { perFile } from '../support/per-test.ts';
import { startBillManagement } from '../support/targets/all-handlers.ts';
import { billManagementSuite } from './bill-management.suite.ts';
import { everyOperation } from './every-operation.ts';

const started = perFile(startBillManagement);

everyOperation(
  billManagementV1,
  () => started,
  (target) => billManagementSuite(target, (referenceNumber) => started.readEnquiryRow(referenceNumber)),
);
