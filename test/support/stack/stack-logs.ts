import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { personalTexts } from './secret-traffic.ts';
import { openStackStores } from './stack-stores.ts';

/** Reads all logs of a stack, including rotated ones, by file name. */
export const logsOf = async (dataDirectory: string): Promise<Readonly<Record<string, string>>> => {
  const files = (await readdir(dataDirectory)).filter((name) => /\.log(\.1)?$/.test(name));
  const texts = files.map(async (name) => [name, await readFile(join(dataDirectory, name), 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
};

/**
 * Returns the base64 forms of a text within other content: one for each of three alignments, without the ends, which
 * depend on the rest.
 */
const inBase64 = (text: string): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${' '.repeat(before)}${text}`).toString('base64');
    const whole = Math.floor((before + text.length) / 3) * 4;
    return encoded.slice(before === 0 ? 0 : 4, whole);
  });

/** Returns the forms of a text in a log: plain, percent-encoded, as a JSON string, and within base64. */
const formsOf = (text: string): readonly string[] => [
  text,
  encodeURIComponent(text),
  JSON.stringify(text).slice(1, -1),
  ...inBase64(text),
];

/** Returns the secrets that a text contains in any form. */
export const secretsIn = (text: string, secrets: readonly string[]): readonly string[] =>
  secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));

/** Prefixes of keys. Ids, which logs may contain, do not have them. */
const keyPrefixes = ['wp_live_', 'wp_test_', 'wp_web_'] as const;

/** Minimum length of a personal text to look for, as shorter ones occur in logs by chance. */
const minCharacters = 8;
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

/** Returns the personal texts in rows of enquiries; other rows have none. */
export const personalTextsIn = (rows: readonly unknown[]): readonly string[] => {
  const texts = rows.flatMap((row) => Object.values(senderTexts.safeParse(row).data ?? {}));
  const long = texts.filter((text) => typeof text === 'string' && text.length >= minCharacters);
  return [...new Set(long.map((text) => text?.slice(0, excerptCharacters) ?? ''))];
};

/** Reads the personal texts of a running stack's enquiries. */
export const storedPersonalTexts = async (dataDirectory: string): Promise<readonly string[]> => {
  const { documents, tables, close } = await openStackStores(dataDirectory);
  const rows: unknown[] = [];
  for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: tables.enquiries }))
    rows.push(...Items);
  close();
  return personalTextsIn(rows);
};

/** Logs that every stack writes after its first response. */
const neededLogs = ['functions.log', 'requests.log'] as const;

/**
 * Returns the logs of a stack that contain the prefix of a key or one of these texts. Throws if there is no text or
 * no log, as the check would then find nothing.
 */
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
