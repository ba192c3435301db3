import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { personalTexts } from './secret-traffic.ts';
import { openStackStores } from './stack-stores.ts';

export const logsOf = async (dataDirectory: string): Promise<Readonly<Record<string, string>>> => {
  const files = (await readdir(dataDirectory)).filter((name) => /\.log(\.1)?$/.test(name));
  const texts = files.map(async (name) => [name, await readFile(join(dataDirectory, name), 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
};

/** Returns the base64 forms of a text within other content, one for each alignment, without the ends. */
const inBase64 = (text: string): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${' '.repeat(before)}${text}`).toString('base64');
    const whole = Math.floor((before + text.length) / 3) * 4;
    return encoded.slice(before === 0 ? 0 : 4, whole);
  });

const formsOf = (text: string): readonly string[] => [
  text,
  encodeURIComponent(text),
  JSON.stringify(text).slice(1, -1),
  ...inBase64(text),
];

export const secretsIn = (text: string, secrets: readonly string[]): readonly string[] =>
  secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));

/** Prefixes of keys. The ids of keys, which logs may contain, do not have these prefixes. */
const keyPrefixes = ['wp_live_', 'wp_test_', 'wp_web_'] as const;

/** Minimum length of a personal text to search for, because shorter ones occur in logs by chance. */
const minCharacters = 8;
/** Number of leading characters of a long text to search for. A log that contains them counts as a leak. */
const excerptCharacters = 60;

const senderTexts = z.object({
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  enquiryDetails: z.string(),
  billId: z.string().nullish(),
  closingNote: z.string().nullish(),
});

/** Returns the personal texts in the given rows. Only rows of enquiries have any. */
export const personalTextsIn = (rows: readonly unknown[]): readonly string[] => {
  const texts = rows.flatMap((row) => Object.values(senderTexts.safeParse(row).data ?? {}));
  const long = texts.filter((text) => typeof text === 'string' && text.length >= minCharacters);
  return [...new Set(long.map((text) => text?.slice(0, excerptCharacters) ?? ''))];
};

export const storedPersonalTexts = async (dataDirectory: string): Promise<readonly string[]> => {
  const { documents, tables, close } = await openStackStores(dataDirectory);
  const rows: unknown[] = [];
  for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: tables.enquiries }))
    rows.push(...Items);
  close();
  return personalTextsIn(rows);
};

/** Logs to which every stack writes after its first response. */
const neededLogs = ['functions.log', 'requests.log'] as const;

/** Returns the names of a stack's logs with their secrets. Throws if there is no text or no log. */
export const leaksOfStack = async (
  dataDirectory: string,
  texts: readonly string[],
): Promise<readonly string[]> => {
  if (texts.length === 0) throw new Error('A25: no enquiry with a personal text was accepted');
  const logs = await logsOf(dataDirectory);
  const missing = neededLogs.filter((name) => !logs[name]?.trim());
  if (missing.length > 0) throw new Error(`A25: nothing was logged in ${missing.join(' and ')}`);
  const secrets = [...keyPrefixes, ...personalTexts, ...texts];
  return Object.entries(logs).flatMap(([name, log]) =>
    secretsIn(log, secrets).map((secret) => `${name} has ${JSON.stringify(secret)}`),
  );
};
