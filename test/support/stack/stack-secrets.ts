import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { readStackFile } from '../../../infra/local/data-directory/stack-file.ts';
import { personalTexts } from './secret-traffic.ts';
import { logsOf, secretsIn } from './stack-logs.ts';

type RunningStack = NonNullable<Awaited<ReturnType<typeof readStackFile>>>;

/** Where a stack has its enquiries. */
type EnquiriesOfStack = Pick<RunningStack, 'dynamoDbEndpoint' | 'region' | 'credentials'> & {
  readonly tables: Pick<RunningStack['tables'], 'enquiries'>;
};

/** What every key begins with: an id alone, which logs may name, has none of it. */
const beginningsOfKeys = ['wp_live_', 'wp_test_'] as const;

/** Shorter texts are in logs by chance. */
const tellingCharacters = 8;
/** A line that has this much of a long text has leaked it. */
const excerptCharacters = 60;

const senderTexts = z.object({
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  enquiryDetails: z.string(),
  billId: z.string().nullish(),
  closingNote: z.string().nullish(),
});

/** What was personal in the enquiries that a running stack has taken; rows of another kind have nothing of it. */
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

/** Written by every stack that has answered a request. */
const neededLogs = ['functions.log', 'requests.log'] as const;

/**
 * Which logs in a stack's data directory hold the beginning of a key, or one of these texts of enquiries. Throws where
 * there is nothing to look for, or no log to look in: that would find nothing whatever leaked.
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

/** Which logs in a stack's data directory hold the beginning of a key, or one of these texts. */
export const leaksInLogs = async (
  dataDirectory: string,
  texts: readonly string[],
): Promise<readonly string[]> => {
  const secrets = [...beginningsOfKeys, ...personalTexts, ...texts];
  return Object.entries(await logsOf(dataDirectory)).flatMap(([name, log]) =>
    secretsIn(log, secrets).map((secret) => `${name} has ${JSON.stringify(secret)}`),
  );
};
