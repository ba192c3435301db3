import { documentClient } from '../../../shared/data-access/clients.ts';
import type { Table } from '../../../shared/data-access/table.ts';

/** Returns a table with the product's client at the given endpoint (default: an address where nothing listens). */
export const unreachableTable = (endpoint = 'http://127.0.0.1:1'): Table => ({
  client: documentClient({
    endpoint,
    region: 'ap-southeast-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  }),
  tableName: 'unreachable',
});
