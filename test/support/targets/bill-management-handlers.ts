import { getBillerMetadataByCode } from '../../../functions/bill-management-v1/get-biller-metadata-by-code.ts';
import { health } from '../../../functions/bill-management-v1/health.ts';
import { listBillTypes } from '../../../functions/bill-management-v1/list-bill-types.ts';
import { listBillerMetadata } from '../../../functions/bill-management-v1/list-biller-metadata.ts';
import { ping } from '../../../functions/bill-management-v1/ping.ts';
import { submitEnquiry } from '../../../functions/bill-management-v1/submit-enquiry.ts';
import { dynamoDbBillerDirectory } from '../../../shared/data-access/billing/dynamodb-biller-directory.ts';
import { dynamoDbEnquiryRegister } from '../../../shared/data-access/billing/dynamodb-enquiry-register.ts';
import type { Table } from '../../../shared/data-access/table.ts';
import { probeTable } from '../../../shared/data-access/table-probe.ts';
import type { KeyContext } from '../gateway/gateway-event-of.ts';
import type { ApiTarget } from './api-target.ts';
import { handlerTarget } from './handler-target.ts';

const base = '/bill-management-api/v1';

/** Creates the service's handlers on two tables. */
export const billManagementHandlers = (
  { billers, enquiries }: Record<'billers' | 'enquiries', Table>,
  context: KeyContext = {},
): ApiTarget => {
  const directory = dynamoDbBillerDirectory(billers);
  const probes = [
    () => probeTable(billers, { kind: 'PROBE', code: 'PROBE' }),
    () => probeTable(enquiries, { id: 'PROBE' }),
  ];
  return handlerTarget(
    [
      { path: `${base}/biller-metadata`, handler: listBillerMetadata(directory) },
      { path: `${base}/biller-metadata/bill-types`, handler: listBillTypes(directory) },
      { path: `${base}/biller-metadata/{code}`, handler: getBillerMetadataByCode(directory) },
      {
        path: `${base}/enquiries`,
        handler: submitEnquiry(dynamoDbEnquiryRegister({ table: enquiries, retentionDays: 30 })),
      },
      { path: `${base}/ping`, handler: ping() },
      { path: `${base}/health`, handler: health(probes) },
    ],
    context,
  );
};
