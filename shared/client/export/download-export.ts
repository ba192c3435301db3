import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { pause } from '../pause.ts';
import { backOff, type Fetch, usualRetries } from '../retrying-fetch.ts';
import type { WaypostClient } from '../waypost-client.ts';
import { type ChangesHead, checkChanges } from './changes-head.ts';
import { DownloadFailed, VersionsDiffer } from './download-failed.ts';
import { type ExportFile, exportLink } from './export-link.ts';
import { fetchFile } from './fetch-file.ts';
import { type Content, filesList } from './files-list.ts';
import { saveFile } from './save-file.ts';

/** Which file to download, and to where. */
export type ExportRequest = Exclude<ExportFile, { format: 'files' }> & {
  /** The path of the file to be; one that is there is replaced when the new one is whole. */
  readonly to: string;
  readonly signal?: AbortSignal;
  /** Fetches the file itself, without the key; the platform's own where absent. */
  readonly fetch?: Fetch;
  /**
   * For how many seconds the download is repeated while the list of files and the file are of two versions; 45 if absent.
   * After a publication some of Waypost's instances answer from the former version for about half a minute.
   */
  readonly settleSeconds?: number;
};

/** A file that was downloaded, unpacked, and checked. */
export interface Downloaded extends Content {
  readonly path: string;
  /** The version that the file is of; of changes the one that they lead to. */
  readonly version: string;
  /** Of changes the version that they lead from; undefined where they follow on none. */
  readonly since?: string;
  /**
   * What it was checked by: the checksum in the list of files, or, for changes older than the newest version, which have
   * none there, the number of lines that the file names itself.
   */
  readonly checkedBy: 'checksum' | 'count';
}

/** Attempts that may fail for other reasons than that two versions are answered. */
const attempts = 3;
const usualSettleSeconds = 45;
/** From this attempt on the pauses grow no longer: they are up to four seconds then. */
const longestPauseAfter = 3;

interface Attempt {
  readonly client: WaypostClient;
  readonly request: ExportRequest;
  readonly send: Fetch;
  /** Where the file is until it is known to be whole. */
  readonly partial: string;
}

const fileOf = (request: ExportRequest): ExportFile =>
  request.format === 'changes'
    ? { format: request.format, ...(request.since !== undefined && { since: request.since }) }
    : { format: request.format };

const requireContent = (content: Content, listed: Content | undefined): void => {
  if (listed?.bytes === content.bytes && listed.sha256 === content.sha256) return;
  throw new DownloadFailed(
    'the file is not the one of which the list of files names the size and the SHA-256',
  );
};

/** Throws DownloadFailed where the file is not as it must be, or another version was published meanwhile. */
const download = async ({ client, request, send, partial }: Attempt): Promise<Downloaded> => {
  const { format, signal, to } = request;
  const list = await filesList(client, send, signal);
  const link = await exportLink(client, fileOf(request), signal);
  if (link.version !== list.version)
    throw new VersionsDiffer('another version was published during the download');
  const { body } = await fetchFile(send, link.url, signal);
  if (body === null) throw new DownloadFailed('the host of the file answered with nothing');
  const content = await saveFile(body, partial, signal);
  const changes: ChangesHead | undefined = format === 'changes' ? await checkChanges(partial) : undefined;
  const version = changes?.version ?? list.version;
  const isListed = version === list.version;
  if (isListed) requireContent(content, list.contentOf(format));
  await rename(partial, to);
  return {
    ...content,
    path: to,
    version,
    ...(changes?.since !== undefined && { since: changes.since }),
    checkedBy: isListed ? 'checksum' : 'count',
  };
};

/** What another attempt may mend: a damaged file, another version, a lost connection. */
const mayPass = (error: unknown): boolean => error instanceof DownloadFailed || error instanceof TypeError;

const failureOf = (error: unknown): unknown =>
  error instanceof TypeError
    ? new DownloadFailed('the connection to the host of the file was lost', { cause: error })
    : error;

/** Decides after each failed attempt whether another follows: returns the pause before it in milliseconds, or undefined. */
const patienceOf = ({ settleSeconds = usualSettleSeconds }: ExportRequest) => {
  let [failed, differed] = [0, 0];
  let differingSince: number | undefined;
  return (error: unknown): number | undefined => {
    if (error instanceof VersionsDiffer) {
      differed += 1;
      differingSince ??= Date.now();
      if (Date.now() - differingSince >= settleSeconds * 1_000) return undefined;
      return backOff(Math.min(differed, longestPauseAfter), usualRetries, Math.random);
    }
    failed += 1;
    if (!mayPass(error) || failed === attempts) return undefined;
    return backOff(failed, usualRetries, Math.random);
  };
};

/**
 * Downloads a file of the export, unpacks it and checks it; what is not whole never stands under its name. A download
 * that fails is begun again, three times in all: files are small, and their links live for minutes. Attempts that met two
 * versions do not count among these: they are repeated for `settleSeconds`. The key is sent to the API alone. Throws
 * WaypostError where the API refuses, such as 400 for changes since a version that is not kept any more, DownloadFailed
 * where no attempt was whole, and errors of the file system.
 */
export const downloadExport = async (client: WaypostClient, request: ExportRequest): Promise<Downloaded> => {
  const send: Fetch = request.fetch ?? ((one) => globalThis.fetch(one));
  const pauseAfter = patienceOf(request);
  for (;;) {
    const partial = `${request.to}.${randomUUID()}.part`;
    let pauseMilliseconds: number | undefined;
    try {
      return await download({ client, request, send, partial });
    } catch (error) {
      await rm(partial, { force: true });
      pauseMilliseconds = pauseAfter(error);
      if (pauseMilliseconds === undefined || request.signal?.aborted) throw failureOf(error);
    }
    await pause(pauseMilliseconds, request.signal);
  }
};
