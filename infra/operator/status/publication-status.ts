import { posix } from 'node:path';
import {
  catalogueNames,
  type Manifest,
  type StoredFile,
} from '../../../shared/data-access/publishing/manifest.ts';
import type { PublicationRun } from '../../../shared/data-access/publishing/runs.ts';
import { exportFormats } from '../../../shared/domain/location/publication/work-centre-export.ts';
import type { PublicationState } from './publication-state.ts';

/** The state of publishing, and what a person should look at. */
export interface Status {
  readonly state: PublicationState;
  readonly problems: readonly string[];
  readonly now: Date;
}

/** Refused and failed runs that are shown. */
const mostTroubles = 5;

/** The last runs that published nothing though they should have, newest first. */
export const troublesOf = (runs: readonly PublicationRun[]): readonly PublicationRun[] =>
  runs
    .filter(({ outcome }) => outcome.status === 'refused' || outcome.status === 'failed')
    .slice(0, mostTroubles);

const named = <File extends StoredFile>(file: File) => ({ name: posix.basename(file.key), ...file });

/** The files of a version that clients get, with their names in its folder. */
export const filesOf = ({ exports, catalogues, counts }: Manifest) => [
  ...exportFormats.map((format) => named(exports[format])),
  ...catalogueNames.map((name) => ({ records: counts.locations, ...named(catalogues[name]) })),
];

/** Milliseconds that a run took. */
export const durationOf = ({ startedAt, endedAt }: PublicationRun): number =>
  // A clock that was set back in between says nothing.
  Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
