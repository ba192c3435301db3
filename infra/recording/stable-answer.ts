import { createHash } from 'node:crypto';
import { createReferenceNumber, isReferenceNumber } from '../../shared/domain/billing/reference-number.ts';
import { printValue } from '../portal/samples/print-value.ts';
import type { RecordedAnswer, RecordedRequest } from '../portal/samples/recorded-answers.ts';

/** Response as received from the stack. */
export interface SentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Version of the network in all recorded responses. Guides may also use it in requests. */
export const stableVersion = '20261223T010000000Z-4f2a9c';

/** Headers that guides show, in this order. */
const shownHeaders = [
  'location',
  'content-location',
  'allow',
  'etag',
  'retry-after',
  'waypost-catalogue-version',
  'waypost-ignored',
  'waypost-key',
  'x-ratelimit-limit-second',
];

/**
 * Returns a response as shown in guides. Error ids, request ids, reference numbers, versions and signed URLs, which
 * differ between two recordings, are replaced with plausible values that depend only on the request's id.
 */
export const stableAnswer = (
  { call, lines }: RecordedRequest,
  { status, headers, body }: SentAnswer,
  { id, version }: { readonly id: string; readonly version: string },
): RecordedAnswer => {
  const stable = (value: string): string =>
    stableUrl(version === '' ? value : value.replaceAll(version, stableVersion), id);
  const type = headers['content-type'] ?? '';
  const names = [
    ...(type === '' || type === 'application/json' ? [] : ['content-type']),
    ...shownHeaders,
    // Error reports include this id.
    ...(status >= 400 ? ['x-amzn-requestid'] : []),
  ];
  const shown = names.flatMap((name) => {
    const value = headers[name];
    if (value === undefined) return [];
    return [[name, name === 'x-amzn-requestid' ? stableUuid(`${id} request`) : stable(value)]];
  });
  const printed = body === '' ? undefined : printBody(body, stableMember(id, stable), lines);
  return {
    request: `${call.method} ${call.path}`,
    status,
    headers: Object.fromEntries(shown),
    ...(printed !== undefined && { body: printed }),
  };
};

type Replace = (name: string, value: unknown, count: number) => unknown;

/** Returns the stable value of a member of the body. `count` is the number of values that precede it. */
const stableMember =
  (id: string, stable: (text: string) => string): Replace =>
  (name, value, count) => {
    if (name === 'sha256') return digestOf(`${id} file`);
    // The compressed size depends on the version that the file contains.
    if (name === 'bytes') return Number(Number(value).toPrecision(2));
    if (typeof value !== 'string') return value;
    if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return stableUuid(`${id} ${count}`);
    if (isReferenceNumber(value))
      return createReferenceNumber(() => createHash('sha256').update(id).digest());
    return stable(value);
  };

/** Returns printed JSON with at most this number of lines. Other text is only truncated. */
const printBody = (body: string, replace: Replace, lines: number): string => {
  let count = 0;
  let data: unknown;
  try {
    data = JSON.parse(body, (name, value: unknown) => replace(name, value, count++));
  } catch {
    return cutLines(body.split('\n'), lines).join('\n');
  }
  return cutLines(printValue(data).split('\n'), lines).join('\n');
};

/**
 * Returns at most `maxLines` lines of printed JSON. The remainder of each open object and list becomes `…`, and all
 * brackets are closed.
 */
const cutLines = (all: readonly string[], maxLines: number): readonly string[] => {
  if (all.length <= maxLines) return all;
  for (let kept = maxLines - 1; ; kept -= 1) {
    const indentOf = (line: string) => line.length - line.trimStart().length;
    const open: string[] = [];
    for (const line of all.slice(0, kept)) {
      if (/[[{]$/.test(line)) open.push(`${' '.repeat(indentOf(line))}${line.endsWith('[') ? ']' : '}'}`);
      else if (/^\s*[\]}],?$/.test(line)) open.pop();
    }
    const isFirstOfItem = /^\s*[[{]$/.test(all[kept - 1] ?? '');
    if (kept > 1 && (isFirstOfItem || kept + 1 + open.length > maxLines)) continue;
    const margin = ' '.repeat(indentOf(open.at(-1) ?? '') + (open.length > 0 ? 2 : 0));
    return [...all.slice(0, kept), `${margin}…`, ...open.toReversed()];
  }
};

const signedUrl = /https?:\/\/[^\s"]+?(\/versions\/[^\s"?]+)\?[^\s"]*X-Amz-Signature=[^\s"]+/g;

const stableUrl = (text: string, id: string): string =>
  text.replace(
    signedUrl,
    (_, path: string) =>
      `https://published.example${path}?X-Amz-Expires=300&X-Amz-Signature=${digestOf(id).slice(0, 16)}`,
  );

const digestOf = (seed: string): string => createHash('sha256').update(seed).digest('hex');

/** Returns a version 4 UUID that depends only on the seed. */
const stableUuid = (seed: string): string =>
  digestOf(seed).replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, a: string, b: string, c: string, d: string, e: string) => `${a}-${b}-4${c}-a${d}-${e}`,
  );
