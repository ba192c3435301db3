import { commaList, inPath, type Specification, simulate } from './specification.ts';

const endpoint = { tag: 'Endpoints', statuses: [200, 401, 500, 503], added: [400, 403, 405, 429] } as const;
const get = { ...endpoint, method: 'GET' } as const;
const open = { method: 'GET', tag: 'Health', open: true, parameters: [], added: [403, 405] } as const;

/**
 * Bill management 1.1, with the additions in the document. Filters, fields of billers, ping and health are not in the
 * specification.
 */
export const billManagement: Specification = {
  version: '1.1',
  basePath: '/bill-management-api/v1',
  operations: [
    {
      ...get,
      operationId: 'getBillerMetadaba',
      path: '/biller-metadata',
      parameters: [commaList('billerCode'), commaList('billerOrganisation'), commaList('billType'), simulate],
      answers: 'BillersResponse',
    },
    {
      ...get,
      operationId: 'getBillTypes',
      path: '/biller-metadata/bill-types',
      parameters: [simulate],
      answers: 'BillTypesResponse',
    },
    {
      ...get,
      operationId: 'getBillerMetadabaByCode',
      path: '/biller-metadata/{code}',
      parameters: [{ ...inPath, name: 'code', type: 'string', minLength: 1, maxLength: 120 }, simulate],
      added: [400, 403, 404, 405, 429],
      answers: 'Biller',
    },
    {
      ...endpoint,
      operationId: 'enquiry',
      method: 'POST',
      path: '/enquiries',
      parameters: [
        { in: 'header', name: 'idempotency-key', type: 'string', required: false, maxLength: 255 },
        simulate,
      ],
      statuses: [200, 400, 401, 500, 503],
      added: [403, 405, 429],
      takes: 'EnquiryRequest',
      answers: 'EnquiryResponse',
    },
    {
      ...open,
      operationId: 'ping',
      path: '/ping',
      statuses: [200, 400, 429, 500],
      answers: 'HealthCheckStatus',
    },
    {
      ...open,
      operationId: 'health',
      path: '/health',
      statuses: [200, 400, 429, 500, 503],
      answers: 'HealthCheckStatus',
    },
  ],
  records: {
    EnquiryRequest: {
      string: 'firstname, lastname, email, enquiryDetails, enquiryType',
      'string, nullable': 'biller, billId, paymentDate?',
    },
    EnquiryResponse: { string: 'referenceNumber' },
    HealthCheckStatus: { string: 'status' },
    BillersResponse: { 'array of Biller': 'billers' },
    Biller: {
      string: 'code, name, shortName?, organisation, billType, status',
      integer: 'minimumAmount?, maximumAmount?',
      'array of string': 'paymentMethods',
      PaymentReference: 'reference',
    },
    PaymentReference: { string: 'label, pattern?, checkDigit?', integer: 'minLength, maxLength' },
    BillTypesResponse: { 'array of BillType': 'billTypes' },
    BillType: { string: 'code, name, description?' },
    ErrorResponse: { 'array of Error': 'errors' },
    Error: { 'string (uuid)': 'id', string: 'code, detail', object: 'source?' },
    'Error/source': { string: 'parameter' },
  },
};
