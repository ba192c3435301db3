import { toDigestLine } from '../../../shared/data-access/publishing/staging/location-digest.ts';
import type { StagedNetwork } from '../../../shared/data-access/publishing/staging/staged-network.ts';
import { versionKeys } from '../../../shared/data-access/publishing/version-keys.ts';
import type { TextFile } from '../../../shared/data-access/publishing/writing/text-upload.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import type { ChangeCounts } from '../../../shared/domain/location/publication/publication.ts';
import type {
  ExportFormatName,
  workCentreFormatNames,
} from '../../../shared/domain/location/publication/work-centre-export.ts';
import {
  changedLine,
  changesFileHead,
  removedChangeLine,
} from '../../../shared/wire/locations-v3/export/changes-file.ts';
import { exportFileFacts } from '../../../shared/wire/locations-v3/export/export-file-facts.ts';
import { workCentreFormats } from '../../../shared/wire/locations-v3/export/export-formats.ts';
import { removedFileHead, tombstoneLine } from '../../../shared/wire/locations-v3/export/removed-file.ts';
import type { RecordText } from './record-sink.ts';

/** One version of the network that is to be written: all that its files are made from. */
export interface VersionContent {
  readonly version: string;
  /** When the tables began to be read: hours are reckoned from here. */
  readonly generatedAt: Date;
  /** With its changes marked and its tombstones laid. */
  readonly staged: StagedNetwork;
  readonly capabilities: readonly Capability[];
  readonly changes: ChangeCounts & { readonly since?: string };
}

const nothing = () => undefined;

const workCentresText = (format: (typeof workCentreFormatNames)[number], of: VersionContent): RecordText => {
  const { head, record, tail } = workCentreFormats[format];
  return {
    head: head({ generatedAt: of.generatedAt, total: of.staged.locationCount() }),
    record: ({ shown }, isFirst) => record(shown, isFirst),
    tail,
  };
};

const changesText = ({ version, generatedAt, changes, staged }: VersionContent): RecordText => ({
  head: changesFileHead({ version, generatedAt, ...changes }),
  record: ({ staged: { change }, shown }) => (change ? changedLine(change, shown) : undefined),
  *furtherRecords() {
    if (changes.since === undefined) return;
    const removedAt = generatedAt.toISOString();
    for (const id of staged.removed()) yield removedChangeLine({ id, removedAt });
  },
  tail: '',
});

const removedText = ({ version, generatedAt, staged }: VersionContent): RecordText => ({
  head: removedFileHead({ version, generatedAt, total: staged.tombstoneCount() }),
  record: nothing,
  *furtherRecords() {
    for (const tombstone of staged.tombstones()) yield tombstoneLine(tombstone);
  },
  tail: '',
});

/** How the text of each exported file follows from a version. */
export const exportTexts = (of: VersionContent): Readonly<Record<ExportFormatName, RecordText>> => ({
  json: workCentresText('json', of),
  ndjson: workCentresText('ndjson', of),
  csv: workCentresText('csv', of),
  geojson: workCentresText('geojson', of),
  changes: changesText(of),
  removed: removedText(of),
});

/** Where an exported file is stored, and how it is served. */
export const exportFile = (
  format: ExportFormatName,
  { version, generatedAt }: Pick<VersionContent, 'version' | 'generatedAt'>,
): TextFile => {
  const { fileName, contentType } = exportFileFacts[format];
  return {
    key: versionKeys(version).export(format),
    contentType,
    contentDisposition: `attachment; filename="${fileName(generatedAt)}"`,
  };
};

/** The digests, for the next publication. */
export const digestsText: RecordText = { head: '', record: ({ staged }) => [toDigestLine(staged)], tail: '' };
