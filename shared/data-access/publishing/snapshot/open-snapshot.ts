import * as z from 'zod';
import { catalogueOfColumns } from '../../../domain/location/catalogue-of-columns.ts';
import type { Location } from '../../../domain/location/location.ts';
import type { LocationCatalogue } from '../../../domain/location/location-catalogue.ts';
import { openSpatialIndex } from '../../../domain/location/spatial-index.ts';
import type { RecordReading } from './record-bodies.ts';
import { damageTold, type ExpectedSnapshot, snapshotParts } from './snapshot-parts.ts';

/**
 * Of each record that is shown, no more is asked than that it is a record: the checksum says that the publisher has
 * parsed every field of it, and doing it again would cost several times as much as reading it. All of a network of
 * 21,000 locations is kept, once somebody has asked for all of it, and a share of a larger one.
 */
const reading: RecordReading = {
  schema: z.custom<Location>(
    (value) => typeof value === 'object' && value !== null && 'locationCode' in value,
  ),
  keptCharacters: 24 * 1024 * 1024,
};

/**
 * Makes a stored snapshot, which must be exactly the one the manifest names, into a catalogue that answers at once.
 * Its records stay compressed until they are shown. Throws DamagedPublication, or NewerPublicationFormat where only
 * a newer release can read it; a record that cannot be read throws DamagedPublication when it is to be shown.
 */
export const openSnapshot = (file: Uint8Array, expected: ExpectedSnapshot): LocationCatalogue => {
  const { tree, ...parts } = snapshotParts(file, expected, reading);
  const rows = parts.columns.coordinates.lat.length;
  const spatialIndex = damageTold(() => openSpatialIndex(tree, rows));
  return catalogueOfColumns({ ...parts, spatialIndex });
};
