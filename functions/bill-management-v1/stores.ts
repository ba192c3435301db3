import * as z from 'zod';
import { billerRepository } from '../../shared/data-access/billing/biller-repository.ts';
import { enquiryRepository } from '../../shared/data-access/billing/enquiry-repository.ts';
import { setting } from '../../shared/data-access/settings.ts';
import { probeTable, tableFromEnvironment } from '../../shared/data-access/table.ts';
import type { BillerRepository } from '../../shared/domain/billing/biller.ts';
import type { EnquiryRepository } from '../../shared/domain/billing/enquiry.ts';

/** Opens the repository in the table named by BILLERS_TABLE. */
export const openBillers = (): BillerRepository => billerRepository(tableFromEnvironment('BILLERS_TABLE'));

/** Opens the repository in the table named by ENQUIRIES_TABLE; enquiries are kept for ENQUIRY_RETENTION_DAYS. */
export const openEnquiries = (): EnquiryRepository =>
  enquiryRepository({
    table: tableFromEnvironment('ENQUIRIES_TABLE'),
    get retentionDays() {
      return setting('ENQUIRY_RETENTION_DAYS', days);
    },
  });

/** Setting of the stage as text, as CloudFormation passes it on. */
const days = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'must be a number of days')
  .transform(Number);

/** Creates a probe of each table; a probe throws StoreUnavailable. */
export const storeProbes = (): readonly (() => Promise<void>)[] => {
  const billers = tableFromEnvironment('BILLERS_TABLE');
  const enquiries = tableFromEnvironment('ENQUIRIES_TABLE');
  return [
    () => probeTable(billers, { kind: 'PROBE', code: 'PROBE' }),
    () => probeTable(enquiries, { id: 'PROBE' }),
  ];
};
