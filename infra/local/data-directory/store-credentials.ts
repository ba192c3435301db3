import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { replaceFile } from '../files/durable-file.ts';
import { readIfThere } from '../files/read-if-there.ts';

const storeCredentials = z.object({
  accessKeyId: z.string().min(1),
  secretAccessKey: z.string().min(1),
});
export type StoreCredentials = z.infer<typeof storeCredentials>;

/** The credentials that a data directory keeps for its stores are cut off, or not credentials. */
export class DamagedCredentials extends Error {
  override readonly name = 'DamagedCredentials';
}

const parse = (text: string): StoreCredentials | undefined => {
  try {
    return storeCredentials.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

const makeUp = async (file: string): Promise<StoreCredentials> => {
  const made = {
    accessKeyId: `LOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
  await replaceFile(file, JSON.stringify(made));
  return made;
};

/** The credentials that a data directory's stores take, made up at the first start. Throws DamagedCredentials. */
export const storeCredentialsIn = async (file: string): Promise<StoreCredentials> => {
  const text = await readIfThere(file);
  if (text === undefined) return makeUp(file);
  const kept = parse(text);
  if (kept) return kept;
  throw new DamagedCredentials(
    `${file} does not hold the credentials of the stores. Restore it, or remove it: the next start makes up others, and the data stays.`,
  );
};
