import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { storeDeadline } from './store-deadline.ts';
import { storeCall } from './store-failure.ts';
import { type Table, tableFromEnvironment } from './table.ts';

/** Reads an item that does not exist, the cheapest request. Throws StoreUnavailable. */
export const probeTable = async (
  table: Table,
  missingKey: Readonly<Record<string, string>>,
): Promise<void> => {
  const get = new GetCommand({ TableName: table.tableName, Key: missingKey });
  await storeCall('probe', () => table.client.send(get, { abortSignal: storeDeadline() }));
};

/** Creates the probes of bill management's tables, named by BILLERS_TABLE and ENQUIRIES_TABLE. */
export const billManagementProbesFromEnvironment = (): readonly (() => Promise<void>)[] => {
  const billers = tableFromEnvironment('BILLERS_TABLE');
  const enquiries = tableFromEnvironment('ENQUIRIES_TABLE');
  return [
    () => probeTable(billers, { kind: 'PROBE', code: 'PROBE' }),
    () => probeTable(enquiries, { id: 'PROBE' }),
  ];
};
