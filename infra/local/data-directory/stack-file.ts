import * as z from 'zod';
import { dataFilesIn } from './data-files.ts';
import { readIfThere, removeIfThere, replaceFile } from './durable-file.ts';

const tableRoles = [
  'locations',
  'capabilities',
  'locationChanges',
  'billers',
  'enquiries',
  'apiKeys',
  'apiKeyEvents',
  'apiKeyUse',
] as const;

export const storeCredentials = z.object({
  accessKeyId: z.string().min(1),
  secretAccessKey: z.string().min(1),
});

const stackFile = z.object({
  pid: z.int().min(1),
  /** Origin of the three services. */
  apiUrl: z.url(),
  dynamoDbEndpoint: z.url(),
  objectStoreEndpoint: z.url(),
  /** Endpoint for the Lambda, API Gateway and EventBridge operations that the stack supports. */
  controlEndpoint: z.url(),
  region: z.string().min(1),
  credentials: storeCredentials,
  tables: z.record(z.enum(tableRoles), z.string().min(1)),
  publishedBucket: z.string().min(1),
  importBucket: z.string().min(1),
  eventBus: z.string().min(1),
  publisherFunction: z.string().min(1),
  /** Seconds for which a function may use a catalogue without checking for a newer one. */
  catalogueCheckSeconds: z.int().min(0),
});
export type StackFile = z.infer<typeof stackFile>;

/** The stack file is invalid, because it is truncated or was written by another version. */
export class UnreadableStackFile extends Error {
  override readonly name = 'UnreadableStackFile';
}

/** Returns the description of the running stack, if there is one. Throws UnreadableStackFile, UnreadableFile. */
export const readStackFile = async (dataDirectory: string): Promise<StackFile | undefined> => {
  const { stackFile: file } = dataFilesIn(dataDirectory);
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  try {
    return stackFile.parse(JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : cause;
    throw new UnreadableStackFile(`${file} does not describe a stack:\n${reason}`, { cause });
  }
};

/** Writes the file atomically. Only its owner can read it, because it contains credentials. */
export const writeStackFile = (dataDirectory: string, stack: StackFile): Promise<void> =>
  replaceFile(dataFilesIn(dataDirectory).stackFile, `${JSON.stringify(stack, null, 2)}\n`);

export const removeStackFile = (dataDirectory: string): Promise<void> =>
  removeIfThere(dataFilesIn(dataDirectory).stackFile);

/** Whether a process exists, even if it belongs to another user. */
export const isAlive = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
