import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { operations } from './generated/locations-v3.ts';
import { memberOf, numberOf, textOf } from './json-members.ts';
import { versionOf } from './pages.ts';
import { backOff, type Fetch, pause } from './retrying-fetch.ts';
import type { WaypostClient } from './waypost-client.ts';
import { WaypostError } from './waypost-error.ts';

type Query = NonNullable<operations['exportWorkCentres']['parameters']['query']>;
type Format = NonNullable<Query['format']>;

/** The file to download, and its destination. */
export type ExportRequest = (
  | { readonly format: Exclude<Format, 'changes' | 'files'> }
  | { readonly format: 'changes'; readonly since?: string }
) & {
  /** Path of the new file. An existing file is replaced when the download is complete. */
  readonly to: string;
  readonly signal?: AbortSignal;
  /** Fetches the file itself, without the key. Defaults to the platform's `fetch`. */
  readonly fetch?: Fetch;
  /**
   * Seconds for which the download is retried while the list of files and the file have different versions. Defaults to
   * 45. For about 30 seconds after a publication, some of Waypost's instances return the previous version.
   */
  readonly settleSeconds?: number;
};

interface Content {
  readonly bytes: number;
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
}

/** A file that was downloaded, decompressed and verified. */
export interface Downloaded extends Content {
  readonly path: string;
  /** Version of the file. For changes, the version that they lead to. */
  readonly version: string;
  /** For changes, the version that they start from; absent if there is none. */
  readonly since?: string;
  /**
   * How the file was verified: by its checksum in the list of files, or by the counts in the file's own first line. The
   * latter is used for changes whose versions differ from those in the list.
   */
  readonly checkedBy: 'checksum' | 'count';
}

/** All attempts to download the file failed. No partial file remains on disk. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
}

/** The list of files and the file have different versions, which happens for about 30 seconds after a publication. */
class VersionsDiffer extends DownloadFailed {}

/**
 * Downloads, decompresses and verifies an export file. The file appears under its name only when it is complete. A
 * failed download is restarted, with at most three attempts, because files are small and their links expire within
 * minutes. Attempts that find different versions are not counted, but retried for `settleSeconds`. The key is sent only
 * to the API. Throws WaypostError for an error response from the API, such as 400 for changes since a version that is
 * no longer kept, DownloadFailed if all attempts failed, and file system errors.
 */
export const downloadExport = async (client: WaypostClient, request: ExportRequest): Promise<Downloaded> => {
  const pauseAfter = retryPolicy(request);
  for (;;) {
    const partial = `${request.to}.${randomUUID()}.part`;
    let milliseconds: number | undefined;
    try {
      return await download(client, request, partial);
    } catch (error) {
      await rm(partial, { force: true });
      milliseconds = pauseAfter(error);
      if (milliseconds === undefined || request.signal?.aborted) throw toFailure(error);
    }
    await pause(milliseconds, request.signal);
  }
};

const maxAttempts = 3;
const defaultSettleSeconds = 45;
/** Attempt after which pauses no longer grow. From then on, each pause is up to four seconds long. */
const maxBackoffAttempt = 3;

/** Creates a function that returns the pause in milliseconds after a failed attempt; undefined after the last. */
const retryPolicy = ({ settleSeconds = defaultSettleSeconds }: ExportRequest) => {
  let [failed, differed] = [0, 0];
  let differingSince: number | undefined;
  return (error: unknown): number | undefined => {
    if (error instanceof VersionsDiffer) {
      differed += 1;
      differingSince ??= Date.now();
      if (Date.now() - differingSince >= settleSeconds * 1_000) return undefined;
      return backOff(Math.min(differed, maxBackoffAttempt));
    }
    failed += 1;
    // `fetch` throws a TypeError if the connection is lost.
    const isTemporary = error instanceof DownloadFailed || error instanceof TypeError;
    return isTemporary && failed < maxAttempts ? backOff(failed) : undefined;
  };
};

const toFailure = (error: unknown): unknown =>
  error instanceof TypeError
    ? new DownloadFailed('the connection to the file host was lost', { cause: error })
    : error;

/** Downloads the file once. Throws DownloadFailed if it is damaged, or if another version was published meanwhile. */
const download = async (
  client: WaypostClient,
  request: ExportRequest,
  partial: string,
): Promise<Downloaded> => {
  const { format, signal, to, fetch: send = (one: Request) => globalThis.fetch(one) } = request;
  const since = request.format === 'changes' ? request.since : undefined;
  const files = await getFilesList(client, send, signal);
  const link = await getLink(client, { format, ...(since !== undefined && { since }) }, signal);
  const listed = files.find((file) => textOf(file, 'format') === format);
  // Full exports may have an earlier version than the list.
  const listedVersion = textOf(listed, 'version');
  if (listedVersion === undefined) throw new DownloadFailed('the file is not in the list of files');
  if (link.version !== listedVersion)
    throw new VersionsDiffer('another version was published during the download');
  const content = await saveBody(fetchLink(send, link.url, signal), partial, signal);
  const changes = format === 'changes' ? await readChanges(partial) : undefined;
  const version = changes?.version ?? listedVersion;
  const isListed = version === listedVersion && (!changes || changes.since === textOf(listed, 'since'));
  if (isListed) requireListed(content, listed);
  await rename(partial, to);
  return {
    ...content,
    path: to,
    version,
    ...(changes?.since !== undefined && { since: changes.since }),
    checkedBy: isListed ? 'checksum' : 'count',
  };
};

/**
 * Requests a link to a file. The link is valid for a few minutes. Do not log it, because anyone with it can read the
 * file. Throws WaypostError, with status 503 before the first publication.
 */
const getLink = async ({ locationsV3 }: WaypostClient, query: Query, signal: AbortSignal | undefined) => {
  const { response, error } = await locationsV3.GET('/export/workcentres', { params: { query }, signal });
  const url = response.headers.get('location');
  if (response.status !== 302 || url === null) throw new WaypostError(response.status, error);
  return { url, version: versionOf(response) };
};

/**
 * Yields the decompressed file behind a link. Sends no headers, because the link is sufficient. Limits inactivity rather
 * than the total time, which depends on the connection.
 */
const fetchLink = async function* (send: Fetch, url: string, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  const attempt = new AbortController();
  const abort = () => attempt.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(
    () => attempt.abort(new DownloadFailed('the file host sent no data for 30 seconds')),
    30_000,
  );
  const request = new Request(url, { redirect: 'error', signal: attempt.signal });
  try {
    const response = await send(request);
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new DownloadFailed(`the file host responded with ${response.status}`);
    }
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      yield chunk;
    }
  } catch (error) {
    // Node cannot abort a request that is no longer referenced.
    request.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};

/** Reads the list of files of the newest version. */
const getFilesList = async (client: WaypostClient, send: Fetch, signal: AbortSignal | undefined) => {
  const { url } = await getLink(client, { format: 'files' }, signal);
  const document: unknown = await json(fetchLink(send, url, signal));
  const files: unknown = memberOf(document, 'files');
  if (!Array.isArray(files)) throw new DownloadFailed('the list of files cannot be read');
  return files;
};

/** Throws DownloadFailed if the size or hash differs from the list of files. */
const requireListed = (content: Content, listed: unknown): void => {
  if (
    numberOf(listed, 'content_bytes') !== content.bytes ||
    textOf(listed, 'content_sha256') !== content.sha256
  )
    throw new DownloadFailed('the size or SHA-256 of the file differs from the list of files');
};

const saveBody = async (
  body: AsyncIterable<Uint8Array>,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Content> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await pipeline(body, measure, createWriteStream(path, { flags: 'wx' }), { signal });
  return { bytes, sha256: hash.digest('hex') };
};

/**
 * Reads a file of changes. Each line must be JSON, and the number of lines must match the first line. Returns the
 * versions that the changes lead from and to. Throws DownloadFailed.
 */
const readChanges = async (path: string) => {
  let head: unknown;
  let count = -1;
  for await (const line of linesOf(createReadStream(path, 'utf8'))) {
    const record = parseLine(line);
    if (count === -1) head = record;
    count += 1;
  }
  const version = textOf(head, 'version');
  const counts = ['added', 'changed', 'removed'].map((name) => numberOf(head, name) ?? Number.NaN);
  if (version === undefined || counts.reduce((sum, some) => sum + some, 0) !== count)
    throw new DownloadFailed(`the file has ${count} changes, which contradicts the counts in its first line`);
  return { version, since: textOf(head, 'since') };
};

/** Splits text at line feeds. Node's readline would also split at U+2028, which JSON does not escape. */
const linesOf = async function* (texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
};

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    throw new DownloadFailed('a line in the file of changes is not JSON');
  }
};
