import { memberOf, numberOf, textOf } from '../json-members.ts';
import type { Fetch } from '../retrying-fetch.ts';
import type { WaypostClient } from '../waypost-client.ts';
import { DownloadFailed } from './download-failed.ts';
import { exportLink } from './export-link.ts';
import { fetchFile } from './fetch-file.ts';

/** A file as it is unpacked. */
export interface Content {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** What the files of a version must be. */
export interface FilesList {
  readonly version: string;
  readonly contentOf: (format: string) => Content | undefined;
}

/** Reads the list of the files of the newest version. Throws WaypostError, DownloadFailed. */
export const filesList = async (
  client: WaypostClient,
  send: Fetch,
  signal?: AbortSignal,
): Promise<FilesList> => {
  const { url } = await exportLink(client, { format: 'files' }, signal);
  const document: unknown = await (await fetchFile(send, url, signal)).json();
  const [version, files] = [textOf(document, 'version'), memberOf(document, 'files')];
  if (version === undefined || !Array.isArray(files))
    throw new DownloadFailed('the list of files cannot be read');
  return {
    version,
    contentOf: (format) => {
      const file: unknown = files.find((listed) => textOf(listed, 'format') === format);
      const [bytes, sha256] = [numberOf(file, 'content_bytes'), textOf(file, 'content_sha256')];
      return bytes !== undefined && sha256 !== undefined ? { bytes, sha256 } : undefined;
    },
  };
};
