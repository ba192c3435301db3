import { documentClient, s3Client } from '../../../../shared/data-access/clients.ts';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import { maxUncheckedSeconds } from '../../../../shared/domain/publication/check-grace.ts';
import { asWord } from '../../../local/command-words.ts';
import { stages } from '../../../stages/stages.ts';
import type { OperatedStack } from '../operated-stack.ts';
import { operatorPatience } from '../operator-patience.ts';
import { reportedImportIsRunning } from '../running-import.ts';
import { callerIdentity } from './caller-identity.ts';
import { deployedPublisher } from './deployed-publisher.ts';
import { deployedGateway } from './gateway/deployed-gateway.ts';
import { readStageOutputs } from './stage-outputs.ts';

const minute = 60_000;

/**
 * A stage on AWS, found by the outputs of its stacks, in the account of the environment's credentials. Its region is
 * the one given, else that of the stage's settings, else the environment's. Throws OperatorError.
 */
export const deployedStack = async (
  stage: 'dev' | 'prod',
  givenRegion: string | undefined,
): Promise<OperatedStack> => {
  const { environment, authoriserCacheSeconds, catalogueCheckSeconds, publishEveryMinutes } = stages[stage];
  const region = givenRegion ?? environment?.region;
  const outputs = await readStageOutputs(stage, region);
  const database = documentClient({ ...operatorPatience, region });
  const client = s3Client({ ...operatorPatience, region });
  const imports = sdkBucket(client, outputs.ImportBucket);
  return {
    command: (words) => `${words} --stage ${stage}${givenRegion ? ` --region ${asWord(givenRegion)}` : ''}`,
    tables: {
      locations: outputs.LocationsTable,
      capabilities: outputs.CapabilitiesTable,
      billers: outputs.BillersTable,
      enquiries: outputs.EnquiriesTable,
      apiKeys: outputs.ApiKeysTable,
      apiKeyEvents: outputs.ApiKeyEventsTable,
      apiKeyUse: outputs.ApiKeyUseTable,
    },
    apiUrl: outputs.ApiUrl,
    maxUncheckedSeconds: maxUncheckedSeconds(catalogueCheckSeconds),
    authoriserCacheSeconds,
    actor: () => callerIdentity(region),
    keyEnvironment: stage === 'prod' ? 'live' : 'test',
    database,
    published: sdkBucket(client, outputs.PublishedBucket),
    imports,
    gateway: deployedGateway(stage, outputs.RestApi, region),
    invokePublisher: deployedPublisher(outputs.PublisherFunction, region),
    readKey: async () => process.env.AUTH_KEY || undefined,
    keySource: 'AUTH_KEY',
    // The stage imports one file after the other by itself.
    lockImports: async () => async () => {},
    importIsRunning: () => reportedImportIsRunning(imports),
    queuedFiles: async () => undefined,
    isSample: async () => false,
    sampleIsReplaced: async () => {},
    nextRun: async () => ({ period: publishEveryMinutes * minute }),
    // Its queues are watched by alarms.
    deadLetters: async () => undefined,
    close: () => {
      database.destroy();
      client.destroy();
    },
  };
};
