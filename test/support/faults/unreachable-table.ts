import { documentClient } from '../../../shared/data-access/dynamodb-client.ts';
import type { Table } from '../../../shared/data-access/table.ts';

/** Creates a table with the product's client at an address without a listener, or at the given endpoint. */
export const unreachableTable = (endpoint = 'http://127.0.0.1:1'): Table => {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  process.env.AWS_REGION = 'ap-southeast-2';
  process.env.AWS_ACCESS_KEY_ID = 'local';
  process.env.AWS_SECRET_ACCESS_KEY = 'local';
  return { client: documentClient(), tableName: 'unreachable' };
};
