import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

/** What a running local stack tells the operator's command line about itself. */
const stackFile = z.object({
  /** Process that runs the stack. */
  pid: z.int().min(1),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  /** Address of the three services, without a path. */
  apiUrl: z.url(),
  dynamoDbEndpoint: z.url(),
  objectStoreEndpoint: z.url(),
  /** Where functions are invoked, in the form of the Lambda service. */
  functionsEndpoint: z.url(),
  region: z.string().min(1),
  credentials: z.object({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) }),
  /** Names of the tables. */
  tables: z.object({
    locations: z.string().min(1),
    capabilities: z.string().min(1),
    billers: z.string().min(1),
    enquiries: z.string().min(1),
    apiKeys: z.string().min(1),
  }),
  publishedBucket: z.string().min(1),
  publisherFunction: z.string().min(1),
  /** How long a function may answer from a catalogue before it looks for a newer one. */
  catalogueCheckSeconds: z.int().min(0),
});
export type StackFile = z.infer<typeof stackFile>;

/** The stack file is there but is not one: cut off, of another version, or somebody else's. */
export class UnreadableStackFile extends Error {
  override readonly name = 'UnreadableStackFile';
}

const pathIn = (dataDirectory: string) => path.join(dataDirectory, 'stack.json');

const isAbsence = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const parseStackFile = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What the stack on this data directory wrote when it started; undefined where none did. Throws UnreadableStackFile. */
export const readStackFile = async (dataDirectory: string): Promise<StackFile | undefined> => {
  const file = pathIn(dataDirectory);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
  const parsed = stackFile.safeParse(parseStackFile(text));
  if (parsed.success) return parsed.data;
  throw new UnreadableStackFile(`${file} does not describe a stack:\n${z.prettifyError(parsed.error)}`);
};

/** Writes the file whole or not at all, for its owner's eyes only: it holds credentials. */
export const writeStackFile = async (dataDirectory: string, stack: StackFile): Promise<void> => {
  const file = pathIn(dataDirectory);
  const draft = `${file}.${process.pid}`;
  await mkdir(dataDirectory, { recursive: true });
  await writeFile(draft, `${JSON.stringify(stackFile.parse(stack), null, 2)}\n`, { mode: 0o600 });
  // The mode above counts for new files alone.
  await chmod(draft, 0o600);
  await rename(draft, file);
};

/** Removes the file; nothing happens where there is none. */
export const removeStackFile = (dataDirectory: string): Promise<void> =>
  rm(pathIn(dataDirectory), { force: true });
