import { posix } from 'node:path';
import type { Manifest, StoredFile } from '../../../shared/data-access/publishing/manifest.ts';
import type { PublicationRun } from '../../../shared/data-access/publishing/runs.ts';
import { workCentreFormatNames } from '../../../shared/domain/publication/work-centre-export.ts';
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

/** The files that clients get and functions answer from, with their names in the folder of their version. */
export const filesOf = ({ snapshot, full, changes, removed, counts }: Manifest) => [
  ...workCentreFormatNames.map((format) => named(full.exports[format])),
  named(changes.file),
  named(removed),
  { records: counts.locations, ...named(snapshot) },
];

/** Milliseconds that a run took. */
export const durationOf = ({ startedAt, endedAt }: PublicationRun): number =>
  // A clock that was set back in between says nothing.
  Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
