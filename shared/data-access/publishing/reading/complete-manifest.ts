import { attributeNames } from '../../../domain/location/catalogue/location-attributes.ts';
import {
  type ExportFormatName,
  exportFormats,
} from '../../../domain/location/publication/work-centre-export.ts';
import {
  type CurrentManifest,
  type Manifest,
  manifestFormat,
  type StoredText,
} from './published-manifest.ts';

/** Manifest with all that this release publishes. */
export interface CompleteManifest extends CurrentManifest {
  readonly attributes: string[];
  readonly exports: Record<ExportFormatName, StoredText>;
}

/**
 * Whether a manifest has all that this release publishes: its format, each exported file, and catalogues that are
 * searched by each attribute. That of another release may not, and is replaced by the first run, even if the content is
 * unchanged.
 */
export const isComplete = (manifest: Manifest): manifest is CompleteManifest =>
  manifest.format === manifestFormat &&
  exportFormats.every((format) => manifest.exports[format] !== undefined) &&
  attributeNames.every((attribute) => manifest.attributes?.includes(attribute));
