import type { Deployment } from '../../infra/local/template/deployment.ts';

/** Outputs of the templates that name tables, by the roles of these. */
const outputs = {
  locations: 'LocationsTable',
  capabilities: 'CapabilitiesTable',
  billers: 'BillersTable',
  enquiries: 'EnquiriesTable',
  apiKeys: 'ApiKeysTable',
  apiKeyEvents: 'ApiKeyEventsTable',
  apiKeyUse: 'ApiKeyUseTable',
} as const;

/** Properties that matter for creating a table. */
const kept = ['KeySchema', 'AttributeDefinitions', 'GlobalSecondaryIndexes', 'StreamSpecification'];

/** Describes the tables of a deployment for `infra/local/start/tables.json`. */
export const tablesByRole = ({ tables, outputs: values }: Pick<Deployment, 'tables' | 'outputs'>) =>
  Object.fromEntries(
    Object.entries(outputs).map(([role, output]) => {
      const found = tables.find(({ name }) => name === values.get(output));
      if (!found) throw new Error(`the templates have no table for ${output}`);
      const properties = Object.entries(found.properties).filter(([name]) => kept.includes(name));
      return [role, { name: found.name, properties: Object.fromEntries(properties) }];
    }),
  );
