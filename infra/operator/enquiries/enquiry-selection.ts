import type { EnquirySelection } from '../../../shared/data-access/billing/enquiry-desk.ts';
import type { EnquiryStatus } from '../../../shared/domain/billing/enquiry.ts';
import { UsageError } from '../operator-error.ts';

/** How a command line says which enquiries it is about. */
export interface SelectionOptions {
  readonly status: 'open' | 'closed' | 'all';
  readonly since?: Date;
  readonly until?: Date;
  readonly sandbox?: boolean;
}

const statuses: Readonly<Record<SelectionOptions['status'], EnquiryStatus | undefined>> = {
  open: 'OPEN',
  closed: 'CLOSED',
  all: undefined,
};

/** The enquiries that the options select. Throws UsageError for a time that ends before it begins. */
export const selectionOf = ({
  status,
  since,
  until,
  sandbox = false,
}: SelectionOptions): EnquirySelection => {
  if (since && until && since >= until)
    throw new UsageError(`--until ${until.toISOString()} is not after --since ${since.toISOString()}`);
  const wanted = statuses[status];
  return {
    sandbox,
    ...(wanted && { status: wanted }),
    ...(since && { since }),
    ...(until && { until }),
  };
};
