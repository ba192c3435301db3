import { basePathOf } from '../../shared/domain/access/service.ts';
import type { Route } from './route.ts';

const base = basePathOf['bill-management'];
const folder = 'functions/bill-management-v1';

/** Operations of the bill management service. Load balancers call the last two, and cannot send a key. */
export const billManagementV1: readonly Route[] = [
  {
    operationId: 'getBillerMetadaba',
    method: 'GET',
    path: `${base}/biller-metadata`,
    handler: `${folder}/list-biller-metadata.ts`,
    access: ['billers:list'],
  },
  {
    operationId: 'getBillTypes',
    method: 'GET',
    path: `${base}/biller-metadata/bill-types`,
    handler: `${folder}/list-bill-types.ts`,
    access: ['billers:types'],
  },
  {
    operationId: 'getBillerMetadabaByCode',
    method: 'GET',
    path: `${base}/biller-metadata/{code}`,
    handler: `${folder}/get-biller-metadata-by-code.ts`,
    access: ['billers:get'],
  },
  {
    operationId: 'enquiry',
    method: 'POST',
    path: `${base}/enquiries`,
    handler: `${folder}/submit-enquiry.ts`,
    access: ['enquiries:write'],
  },
  {
    operationId: 'ping',
    method: 'GET',
    path: `${base}/ping`,
    handler: `${folder}/ping.ts`,
    access: [],
    open: true,
  },
  {
    operationId: 'health',
    method: 'GET',
    path: `${base}/health`,
    handler: `${folder}/health.ts`,
    access: ['billers:probe', 'enquiries:probe'],
    open: true,
  },
];
