import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { readStackFile } from '../../../infra/local/data-directory/stack-file.ts';
import { personalTexts } from './secret-traffic.ts';
import { logsOf, secretsIn } from './stack-logs.ts';

type RunningStack = NonNullable<Awaited<ReturnType<typeof readStackFile>>>;

/** Location of a stack's enquiries. */
type EnquiriesOfStack = Pick<RunningStack, 'dynamoDbEndpoint' | 'region' | 'credentials'> & {
  readonly tables: Pick<RunningStack['tables'], 'enquiries'>;
};

/** Beginnings of keys; ids alone, which logs may contain, have neither. */
const beginningsOfKeys = ['wp_live_', 'wp_test_'] as const;

/** Minimum length of a personal text to look for, as shorter ones occur in logs by chance. */
const tellingCharacters = 8;
/** Length of the excerpt of a long text that counts as a leak. */
const excerptCharacters = 60;

const senderTexts = z.object({
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  enquiryDetails: z.string(),
  billId: z.string().nullish(),
  closingNote: z.string().nullish(),
});

/** Reads the personal texts of a running stack's enquiries; other rows have none. */
export const storedPersonalTexts = async ({
  dynamoDbEndpoint: endpoint,
  region,
  credentials,
  tables,
}: EnquiriesOfStack): Promise<readonly string[]> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  const texts = new Set<string>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tables.enquiries })) {
    for (const item of Items) {
      for (const text of Object.values(senderTexts.safeParse(item).data ?? {})) {
        if (text && text.length >= tellingCharacters) texts.add(text.slice(0, excerptCharacters));
      }
    }
  }
  client.destroy();
  return [...texts];
};

/** Logs that every stack writes once it has answered a request. */
const neededLogs = ['functions.log', 'requests.log'] as const;

/**
 * Returns the logs of a stack that contain the beginning of a key, or one of these texts. Throws if there is no text or
 * no log, as the check would then find nothing.
 */
export const leaksOfStack = async (
  dataDirectory: string,
  texts: readonly string[],
): Promise<readonly string[]> => {
  if (texts.length === 0) throw new Error('A25: no enquiry with a personal text was taken');
  const logs = await logsOf(dataDirectory);
  const missing = neededLogs.filter((name) => !logs[name]?.trim());
  if (missing.length > 0) throw new Error(`A25: nothing was logged in ${missing.join(' and ')}`);
  return leaksInLogs(dataDirectory, texts);
};

/** Returns the logs of a stack that contain the beginning of a key, or one of these texts. */
export const leaksInLogs = async (
  dataDirectory: string,
  texts: readonly string[],
): Promise<readonly string[]> => {
  const secrets = [...beginningsOfKeys, ...personalTexts, ...texts];
  return Object.entries(await logsOf(dataDirectory)).flatMap(([name, log]) =>
    secretsIn(log, secrets).map((secret) => `${name} has ${JSON.stringify(secret)}`),
  );
};
