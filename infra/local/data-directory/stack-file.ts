import { mkdir } from 'node:fs/promises';
import * as z from 'zod';
import { dataFilesIn } from './data-files.ts';
import { readIfThere, removeIfThere, replaceFile } from './durable-file.ts';

/** What a running local stack tells the operator's command line about itself. */
const stackFile = z.object({
  /** Process that runs the stack. */
  pid: z.int().min(1),
  /** Address of the three services, without a path. */
  apiUrl: z.url(),
  dynamoDbEndpoint: z.url(),
  objectStoreEndpoint: z.url(),
  /** Where functions are invoked and the gateway is told to forget keys, in the form of Lambda and of API Gateway. */
  controlEndpoint: z.url(),
  region: z.string().min(1),
  credentials: z.object({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) }),
  /** Names of the tables. */
  tables: z.object({
    locations: z.string().min(1),
    capabilities: z.string().min(1),
    billers: z.string().min(1),
    enquiries: z.string().min(1),
    apiKeys: z.string().min(1),
    apiKeyEvents: z.string().min(1),
    apiKeyUse: z.string().min(1),
  }),
  publishedBucket: z.string().min(1),
  /** Where files to be imported are put. */
  importBucket: z.string().min(1),
  publisherFunction: z.string().min(1),
  /** How long a function may answer from a catalogue before it has looked for a newer one, the grace of that included. */
  catalogueCheckSeconds: z.int().min(0),
});
export type StackFile = z.infer<typeof stackFile>;

/** The stack file is there but is not one: cut off, of another version, or somebody else's. */
export class UnreadableStackFile extends Error {
  override readonly name = 'UnreadableStackFile';
}

const parseStackFile = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What the stack on this data directory wrote when it started; undefined where none did. Throws UnreadableStackFile, UnreadableFile. */
export const readStackFile = async (dataDirectory: string): Promise<StackFile | undefined> => {
  const { stackFile: file } = dataFilesIn(dataDirectory);
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  const parsed = stackFile.safeParse(parseStackFile(text));
  if (parsed.success) return parsed.data;
  throw new UnreadableStackFile(`${file} does not describe a stack:\n${z.prettifyError(parsed.error)}`);
};

/** Writes the file whole or not at all, for its owner's eyes only: it holds credentials. */
export const writeStackFile = async (dataDirectory: string, stack: StackFile): Promise<void> => {
  const text = `${JSON.stringify(stackFile.parse(stack), null, 2)}\n`;
  await mkdir(dataDirectory, { recursive: true });
  await replaceFile(dataFilesIn(dataDirectory).stackFile, text);
};

/** Removes the file; nothing happens where there is none. */
export const removeStackFile = (dataDirectory: string): Promise<void> =>
  removeIfThere(dataFilesIn(dataDirectory).stackFile);
