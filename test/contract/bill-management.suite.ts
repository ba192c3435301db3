import { describe } from 'vitest';
import { errorResponse } from '../../functions/bill-management-v1/contract.ts';
import { base, enquiryClient, type ReadEnquiryRow } from '../support/enquiry-client.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { billersSuite } from './bill-management/billers.suite.ts';
import { enquiryBodySuite } from './bill-management/enquiry-body.suite.ts';
import { enquiryFieldsSuite } from './bill-management/enquiry-fields.suite.ts';
import { healthSuite } from './bill-management/health.suite.ts';
import { refusalsSuite } from './bill-management/refusals.suite.ts';
import { retriesSuite } from './bill-management/retries.suite.ts';
import { validationSuite } from './bill-management/validation.suite.ts';
import { serviceClient } from './service-client.ts';

/**
 * Contract of bill management. The target must have exactly the fixture's billers and bill types, and the enquiry table
 * that `readRow` reads.
 */
export const billManagementSuite = (target: () => ApiTarget, readRow: ReadEnquiryRow) =>
  describe('bill management', () => {
    const client = serviceClient({ target, base, errorResponse });
    const enquiries = enquiryClient(target);
    billersSuite(client);
    refusalsSuite(client);
    enquiryFieldsSuite(enquiries, readRow);
    enquiryBodySuite(enquiries, readRow);
    retriesSuite(enquiries);
    validationSuite(target);
    healthSuite(client);
  });
