import { versionOf } from '../catalogue-changed.ts';
import type { operations } from '../generated/locations-v3.ts';
import type { WaypostClient } from '../waypost-client.ts';
import { WaypostError } from '../waypost-error.ts';

type Format = NonNullable<NonNullable<operations['exportWorkCentres']['parameters']['query']>['format']>;

/** Which file of the export: one of the newest version, or the changes that follow a version. */
export type ExportFile =
  | { readonly format: Exclude<Format, 'changes'> }
  | { readonly format: 'changes'; readonly since?: string };

/** The way to a file. */
export interface ExportLink {
  /** Good for some minutes, and opens the file to whoever has it: it belongs into no log. */
  readonly url: string;
  /** The newest version. */
  readonly version: string | undefined;
}

/** Asks where a file is. Throws WaypostError, of status 503 before the first publication of that file. */
export const exportLink = async (
  { locationsV3 }: Pick<WaypostClient, 'locationsV3'>,
  file: ExportFile,
  signal?: AbortSignal,
): Promise<ExportLink> => {
  const { response, error } = await locationsV3.GET('/export/workcentres', {
    params: { query: { ...file } },
    signal,
  });
  const url = response.headers.get('location');
  if (response.status !== 302 || url === null) throw new WaypostError(response.status, error);
  return { url, version: versionOf(response) };
};
