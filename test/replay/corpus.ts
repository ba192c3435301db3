import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import type { TargetRequest } from '../support/targets/api-target.ts';

/** Recorded requests, as one JSON object per line. */

/** Placeholder for the replay's key in a request. */
const keyMark = '{KEY}';

const recordedRequest = z.strictObject({
  /** Test or generator that sent the request. The titles of tests contain case ids. */
  from: z.string(),
  method: z.string().default('GET'),
  path: z.string().startsWith('/'),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  body: z.string().optional(),
  /** Base64 of a body that is not valid UTF-8. */
  bytes: z.base64().optional(),
  /** If set, no key is added. A key recorded in `headers` is still sent. */
  keyless: z.literal(true).optional(),
});
export type RecordedRequest = z.infer<typeof recordedRequest>;

/** File of the recorded requests, which `npm run replay:record` writes. */
export const corpusFile = new URL('corpus.ndjson.gz', import.meta.url);

export const networkFile = (kind: string): URL => new URL(`network/${kind}.ndjson.gz`, import.meta.url);

/** Kinds of records in the network, in import order, because billers refer to bill types and locations to services. */
export const networkKinds = ['bill-types', 'billers', 'services', 'locations'] as const;

/** Reads a corpus, which may be compressed with gzip. Throws if a line is not a recorded request. */
export const readCorpus = async (file: URL | string = corpusFile): Promise<readonly RecordedRequest[]> => {
  const bytes = await readFile(file);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString();
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, `${file} line ${index + 1}`)]));
};

const parseLine = (line: string, where: string): RecordedRequest => {
  try {
    return recordedRequest.parse(JSON.parse(line));
  } catch (error) {
    throw new Error(`${where} is not a recorded request: ${error instanceof Error ? error.message : error}`);
  }
};

export const writeLines = (file: URL, lines: readonly unknown[]): Promise<void> =>
  writeFile(file, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { level: 9 }));

/** Undefined if the request depends on a key that a replay does not have, or contains a part of one. */
export const recordOf = (
  from: string,
  { method, path, headers = {}, body }: TargetRequest,
  keys: { readonly sent: string | undefined; readonly ofStack: string },
): RecordedRequest | undefined => {
  const text = body?.toString();
  const isText = body === undefined || typeof body === 'string' || Buffer.from(text ?? '').equals(body);
  const content = isText ? { body: text } : { bytes: body.toString('base64') };
  const keyless = keys.sent === undefined ? true : undefined;
  const record = JSON.stringify({ from, method, path, headers, ...content, keyless });
  const marked = record.replaceAll(keys.ofStack, keyMark);
  const hasOwnKey = Object.keys(headers).some((name) => name.toLowerCase() === 'auth-key');
  const isOtherKey = keys.sent !== undefined && keys.sent !== keys.ofStack && !hasOwnKey;
  return isOtherKey || /wp_(live|test|web)_\w/i.test(marked)
    ? undefined
    : recordedRequest.parse(JSON.parse(marked));
};

export const requestWith = (key: string, record: RecordedRequest) => {
  const withKey = (text: string): string => text.replaceAll(keyMark, key);
  const { method, path, headers, body, bytes } = record;
  const request: TargetRequest = {
    method,
    path: withKey(path),
    headers: JSON.parse(withKey(JSON.stringify(headers))),
    ...(body !== undefined && { body: withKey(body) }),
    ...(bytes !== undefined && { body: Buffer.from(bytes, 'base64') }),
  };
  return { request, key: record.keyless ? undefined : key };
};

const readOnlyMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a request can only read data, even on a back end that lets headers override the method. */
export const isReadOnly = ({ method, headers }: RecordedRequest): boolean =>
  readOnlyMethods.includes(method) && !Object.keys(headers).some((name) => /override/i.test(name));

const extensionParameters = 'accepting bbox fields id near open_at parcel parcel_strict q'.split(' ');

/** Whether earlier releases may respond differently, because extensions added a name in the request. */
export const usesExtension = ({ path, headers }: RecordedRequest): boolean => {
  const [place = '', query = ''] = path.split('?', 2);
  return (
    [...new URLSearchParams(query).keys()].some((name) => extensionParameters.includes(name)) ||
    /\/(places|bills)(\/|$)|WPTEST-/i.test(decoded(place)) ||
    Object.entries(headers).some(
      ([name, value]) => /^if-none-match$/i.test(name) || /geo\+json|wp_web_/i.test(String(value)),
    )
  );
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
