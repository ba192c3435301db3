import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import { readEnquiryRows } from '../tables/stored-enquiry.ts';
import type { ApiTarget } from '../targets/api-target.ts';
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
  using stores = await openStackStores(dataDirectory);
  const { documents: client, tables } = stores;
  return personalTextsIn(await readEnquiryRows({ client, tableName: tables.enquiries }));
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

/** Personal texts that only the sender and the readers of the enquiry may see. */
export const personalTexts = [
  'Winifred-the-first',
  'Longstocking-Smythe',
  'winifred@private.example',
  'my-private-grief',
  'my-very-own-retry-key',
] as const;

const [firstname, lastname, email, grief, retryKey] = personalTexts;

/** A valid enquiry with texts that could forge log lines. */
const personalEnquiry = {
  firstname,
  lastname,
  email,
  enquiryDetails: `${grief}\r\n{"level":"ERROR"}\u001b[31m`,
  enquiryType: 'PAYMENT',
  biller: null,
  billId: null,
};

const json = { 'content-type': 'application/json' };
const text = JSON.stringify(personalEnquiry);

/** Sends enquiries that are accepted, or rejected for each possible reason. Returns the statuses. */
export const sendEnquiries = async (target: ApiTarget): Promise<readonly number[]> => {
  const send = async (body: string | Buffer, headers: Record<string, string> = {}) => {
    const path = '/bill-management-api/v1/enquiries';
    return (await target.send({ method: 'POST', path, headers: { ...json, ...headers }, body })).status;
  };
  return [
    await send(text),
    await send(text, { 'idempotency-key': retryKey }),
    // Sends the same key with another text.
    await send(JSON.stringify({ ...personalEnquiry, billId: '1' }), { 'idempotency-key': retryKey }),
    await send(JSON.stringify({ ...personalEnquiry, biller: 'a_b' })),
    await send(JSON.stringify({ ...personalEnquiry, [grief]: email })),
    // Sends bodies that are not JSON, are truncated or have the wrong content type.
    await send(`${grief} ${text}`),
    await send(text.slice(0, -10)),
    await send(text, { 'content-type': 'text/plain' }),
    await send(text, { 'content-encoding': 'gzip' }),
    await send(gzipSync(text), { 'content-encoding': 'gzip' }),
  ];
};

/** Sends a key in every place where a client might put it. Returns the statuses. */
export const sendKeyEverywhere = async (target: ApiTarget, key: string): Promise<readonly number[]> => {
  const services = '/locations/v2/services';
  const requests: readonly { path: string; headers?: Record<string, string> }[] = [
    { path: services, headers: { 'AUTH-KEY': key } },
    { path: services, headers: { 'auth-key': ` ${key}x` } },
    { path: services, headers: { 'AUTH-KEY': `${key}, ${key}` } },
    { path: services, headers: { 'x-api-key': key, authorization: `Bearer ${key}`, cookie: `key=${key}` } },
    { path: `${services}?AUTH-KEY=${key}&${key}=1` },
    { path: `/locations/v2/points/${key}` },
    { path: `/locations/v3/workcentres?type=${key}` },
    { path: `/locations/v3/workcentres/${key}` },
    { path: `/nowhere/${key}` },
    { path: `/${key}` },
  ];
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await target.send(request)).status);
  return statuses;
};
