import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { readStackFile } from '../../infra/local/stack-file.ts';
import { personalTexts } from './secret-traffic.ts';
import { logsOf, secretsIn } from './stack-logs.ts';

type RunningStack = NonNullable<Awaited<ReturnType<typeof readStackFile>>>;

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
});

/** What was personal in the enquiries that a running stack has taken; rows of another kind have nothing of it. */
export const storedPersonalTexts = async ({
  dynamoDbEndpoint: endpoint,
  region,
  credentials,
  tables,
}: RunningStack): Promise<readonly string[]> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  const texts = new Set<string>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tables.enquiries })) {
    for (const item of Items) {
      for (const text of Object.values(senderTexts.safeParse(item).data ?? {})) {
        if (text.length >= tellingCharacters) texts.add(text.slice(0, excerptCharacters));
      }
    }
  }
  client.destroy();
  return [...texts];
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
