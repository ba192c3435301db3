import type { Deployment } from '../../infra/local/template/deployment.ts';

const outputs = {
  locations: 'LocationsTable',
  capabilities: 'CapabilitiesTable',
  locationChanges: 'LocationChangesTable',
  billers: 'BillersTable',
  enquiries: 'EnquiriesTable',
  apiKeys: 'ApiKeysTable',
  apiKeyEvents: 'ApiKeyEventsTable',
  apiKeyUse: 'ApiKeyUseTable',
};

const needed = ['KeySchema', 'AttributeDefinitions', 'GlobalSecondaryIndexes', 'StreamSpecification'];

/** Returns descriptions of a deployment's tables for `infra/local/start/tables.json`. */
export const tablesByRole = ({ tables, outputs: values }: Pick<Deployment, 'tables' | 'outputs'>) =>
  Object.fromEntries(
    Object.entries(outputs).map(([role, output]) => {
      const { name, properties = {} } = tables.find((table) => table.name === values.get(output)) ?? {};
      const kept = Object.entries(properties).filter(([property]) => needed.includes(property));
      return [role, { name, properties: Object.fromEntries(kept) }];
    }),
  );
