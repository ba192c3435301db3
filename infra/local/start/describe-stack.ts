import { checkSeconds } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { maxUncheckedSeconds } from '../../../shared/domain/publication/check-grace.ts';
import type { StoreCredentials } from '../data-directory/data-directory.ts';
import type { StackFile } from '../data-directory/stack-file.ts';
import type { Deployment } from '../template/deployment.ts';
import { localRegion } from '../template/physical-names.ts';
import { UnsupportedTemplate } from '../template/resource.ts';
import type { Stores } from './stores.ts';

/** Describes the stack for the command line, from the outputs of its templates. Throws UnsupportedTemplate. */
export const describeStack = (
  deployment: Deployment,
  stores: Stores,
  controlEndpoint: string,
  credentials: StoreCredentials,
): Omit<StackFile, 'apiUrl'> => {
  const output = (key: string): string => {
    const value = deployment.outputs.get(key);
    if (value === undefined) throw new UnsupportedTemplate(`the templates have no output ${key}`);
    return value;
  };
  return {
    pid: process.pid,
    dynamoDbEndpoint: stores.dynamoDbEndpoint,
    objectStoreEndpoint: stores.objectStoreEndpoint,
    controlEndpoint,
    region: localRegion,
    credentials,
    tables: {
      locations: output('LocationsTable'),
      capabilities: output('CapabilitiesTable'),
      billers: output('BillersTable'),
      enquiries: output('EnquiriesTable'),
      apiKeys: output('ApiKeysTable'),
      apiKeyEvents: output('ApiKeyEventsTable'),
      apiKeyUse: output('ApiKeyUseTable'),
    },
    publishedBucket: output('PublishedBucket'),
    importBucket: output('ImportBucket'),
    publisherFunction: output('PublisherFunction'),
    catalogueCheckSeconds: catalogueCheckSecondsOf(deployment),
  };
};

/**
 * Returns the seconds after which no function uses a catalogue without having checked for a newer one; 0 if none reads
 * it. Throws UnsupportedTemplate for a setting that is not a number.
 */
export const catalogueCheckSecondsOf = ({ functions }: Pick<Deployment, 'functions'>): number => {
  const seconds = [...functions.values()].map(({ name, environment }) => {
    const setting = environment.CATALOGUE_CHECK_SECONDS;
    if (setting === undefined) return 0;
    const parsed = checkSeconds.safeParse(setting);
    if (parsed.success) return maxUncheckedSeconds(parsed.data);
    throw new UnsupportedTemplate(
      `CATALOGUE_CHECK_SECONDS of ${name} is no number of seconds: ${JSON.stringify(setting)}`,
    );
  });
  return Math.max(0, ...seconds);
};
