import { toDigestLine } from '../../../shared/data-access/publishing/staging/location-digest.ts';
import type { StagedNetwork } from '../../../shared/data-access/publishing/staging/staged-network.ts';
import { versionKeys } from '../../../shared/data-access/publishing/version-keys.ts';
import type { TextFile } from '../../../shared/data-access/publishing/writing/text-upload.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import type { ChangeCounts } from '../../../shared/domain/location/publication/publication.ts';
import {
  type ExportFormatName,
  perWorkCentreFormat,
  type WorkCentreFormatName,
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

/** Content of one version, from which all its files are made. */
export interface VersionContent {
  readonly version: string;
  /** Time when reading the tables began; the coming days of hours count from here. */
  readonly generatedAt: Date;
  /** The staged network, with changes marked and tombstones added. */
  readonly staged: StagedNetwork;
  readonly capabilities: readonly Capability[];
  readonly changes: ChangeCounts & { readonly since?: string };
}

const nothing = () => undefined;

const workCentresText = (format: WorkCentreFormatName, of: VersionContent): RecordText => {
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

/** Texts of the exported files of a version, by format. */
export const exportTexts = (of: VersionContent): Readonly<Record<ExportFormatName, RecordText>> => ({
  ...perWorkCentreFormat((format) => workCentresText(format, of)),
  changes: changesText(of),
  removed: removedText(of),
});

/** Storage key and response headers of an exported file. */
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

/** Text of the file of digests, which the next publication compares with. */
export const digestsText: RecordText = { head: '', record: ({ staged }) => [toDigestLine(staged)], tail: '' };
