import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pointsView } from '../../../functions/locations-v2/views/published-points.ts';
import { workCentresView } from '../../../functions/locations-v3/views/published-work-centres.ts';
import { openSnapshot } from '../../../shared/data-access/publishing/snapshot/open-snapshot.ts';
import type { ExpectedSnapshot } from '../../../shared/data-access/publishing/snapshot/snapshot-parts.ts';
import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { catalogueLines } from '../../../shared/wire/catalogue-lines.ts';
import { snapshotVersion, writtenSnapshot } from '../../support/networks/snapshot-of.ts';
import type { BenchmarkNetwork } from '../network/benchmark-network.ts';

/** The ways in which a network is stored. */
export const storedForms = ['snapshot of points', 'snapshot of work centres', 'gzipped JSON'] as const;
export type StoredForm = (typeof storedForms)[number];

export const jsonForm = 'gzipped JSON';

const lines: Readonly<Record<Exclude<StoredForm, 'gzipped JSON'>, (location: Location) => string>> = {
  'snapshot of points': catalogueLines.points.line,
  'snapshot of work centres': catalogueLines.workCentres.line,
};

const locationsOf = function* ({ size, locationAt }: BenchmarkNetwork) {
  for (let number = 0; number < size; number++) yield locationAt(number);
};

const snapshotBytes = (network: BenchmarkNetwork, line: (location: Location) => string): Uint8Array =>
  writtenSnapshot(locationsOf(network), network.capabilities, snapshotVersion, line).bytes;

const jsonBytes = ({ size, capabilities, locationAt }: BenchmarkNetwork): Uint8Array =>
  gzipSync(
    JSON.stringify({
      capabilities,
      locations: Array.from({ length: size }, (_, number) => locationAt(number)),
    }),
  );

export const bytesOf = (network: BenchmarkNetwork, form: StoredForm): Uint8Array =>
  form === jsonForm ? jsonBytes(network) : snapshotBytes(network, lines[form]);

/** Files of all forms in a folder; says where each lies. */
export const storeNetwork = async (network: BenchmarkNetwork, folder: string) => {
  const paths = new Map<StoredForm, string>();
  for (const form of storedForms) {
    const path = join(folder, form.replaceAll(' ', '-'));
    await writeFile(path, bytesOf(network, form));
    paths.set(form, path);
  }
  return paths;
};

/** Opens a snapshot as the functions of its view do. */
export const openForm = (
  bytes: Uint8Array,
  form: Exclude<StoredForm, 'gzipped JSON'>,
  expected: ExpectedSnapshot,
): LocationCatalogue<unknown> =>
  form === 'snapshot of points'
    ? openSnapshot(bytes, expected, pointsView.readLine)
    : openSnapshot(bytes, expected, workCentresView.readLine);
