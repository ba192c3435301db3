import { getBillerMetadataByCode } from '../../../functions/bill-management-v1/get-biller-metadata-by-code.ts';
import { health } from '../../../functions/bill-management-v1/health.ts';
import { listBillTypes } from '../../../functions/bill-management-v1/list-bill-types.ts';
import { listBillerMetadata } from '../../../functions/bill-management-v1/list-biller-metadata.ts';
import { ping } from '../../../functions/bill-management-v1/ping.ts';
import { submitEnquiry } from '../../../functions/bill-management-v1/submit-enquiry.ts';
import { validateBill } from '../../../functions/bill-management-v1/validate-bill.ts';
import { billManagementV1 } from '../../../infra/routes/bill-management-v1.ts';
import { billerRepository } from '../../../shared/data-access/billing/biller-repository.ts';
import { enquiryRepository } from '../../../shared/data-access/billing/enquiry-repository.ts';
import { probeTable, type Table } from '../../../shared/data-access/table.ts';
import { countEnquiry } from '../../../shared/observability/request-metrics.ts';
import type { KeyContext } from '../gateway/gateway-event-of.ts';
import type { ApiTarget } from './api-target.ts';
import { type HandlersByOperation, routeTarget } from './handler-target.ts';

type Tables = Readonly<Record<'billers' | 'enquiries', Table>>;

const handlersOn = ({ billers, enquiries }: Tables, now?: () => number): HandlersByOperation => {
  const directory = billerRepository(billers, now);
  const probes = [
    () => probeTable(billers, { kind: 'PROBE', code: 'PROBE' }),
    () => probeTable(enquiries, { id: 'PROBE' }),
  ];
  return {
    getBillerMetadaba: listBillerMetadata(directory),
    getBillTypes: listBillTypes(directory),
    getBillerMetadabaByCode: getBillerMetadataByCode(directory),
    validateBill: validateBill(directory),
    enquiry: submitEnquiry(
      enquiryRepository({ table: enquiries, retentionDays: 30, onStored: countEnquiry }),
    ),
    ping: ping(),
    health: health(probes, now),
  };
};

/** `now` is the clock of short-lived caches. */
export const billManagementHandlers = (
  tables: Tables,
  context: KeyContext = {},
  now?: () => number,
): ApiTarget => routeTarget(billManagementV1, handlersOn(tables, now), context);
