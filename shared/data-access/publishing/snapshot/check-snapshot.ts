import { setImmediate } from 'node:timers/promises';
import type { Location } from '../../../domain/location/location.ts';
import {
  attributeNames,
  attributeValues,
  type LocationColumns,
} from '../../../domain/location/location-columns.ts';
import { compareAt, positionOf } from '../../../domain/location/sorted-texts.ts';
import { buildSpatialTree } from '../../../domain/location/spatial-index.ts';
import { rowStart } from '../../../domain/location/value-column.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import { type ExpectedSnapshot, snapshotParts } from './snapshot-parts.ts';

/** The first column that says another thing of the row than its record does. */
const disagreement = (columns: LocationColumns, row: number, location: Location): string | undefined => {
  const { codes, coordinates, attributes } = columns;
  const { locationCode } = location;
  if (row > 0 && compareAt(codes, row - 1, locationCode) >= 0) return 'codes';
  if (positionOf(codes, locationCode) !== row) return 'codes';
  if (coordinates.lat[row] !== location.coordinates.lat) return 'lat';
  if (coordinates.lon[row] !== location.coordinates.lon) return 'lon';
  return attributeNames.find((attribute) => {
    const column = attributes[attribute];
    const inColumn = column.values.subarray(rowStart(column, row), column.rowEnds[row]);
    const inRecord = attributeValues(attribute, location);
    return (
      inColumn.length !== inRecord.length ||
      inRecord.some((value, index) => positionOf(column.dictionary, value) !== inColumn[index])
    );
  });
};

/** After so many records whatever else is due has its turn, such as renewing a lease: some 30 ms. */
const recordsPerTurn = 1024;

/** What a snapshot was written from. */
export interface SnapshotSource {
  /** By code. */
  readonly locations: Iterable<Location>;
  /** What must be kept of each. */
  readonly line: (location: Location) => string;
}

/**
 * Holds a snapshot against what it was written from: every line, every column and the spatial index. What passes
 * answers as the records say. Throws DamagedPublication or NewerPublicationFormat.
 */
export const checkSnapshot = async (
  file: Uint8Array,
  expected: ExpectedSnapshot,
  { locations, line }: SnapshotSource,
): Promise<void> => {
  const readLine = (text: string) => text;
  const { columns, bodies, tree } = snapshotParts(file, expected, { readLine, keptCharacters: 0 });
  let row = 0;
  for (const location of locations) {
    const column = disagreement(columns, row, location);
    if (column) throw new DamagedPublication(`${column} say another thing than ${location.locationCode}`);
    const [kept] = bodies([row]);
    if (kept !== line(location))
      throw new DamagedPublication(`the line of ${location.locationCode} is another`);
    row += 1;
    if (row % recordsPerTurn === 0) await setImmediate();
  }
  if (row !== columns.coordinates.lat.length)
    throw new DamagedPublication('the catalogue is of other locations');
  if (Buffer.compare(tree, buildSpatialTree(columns.coordinates)) !== 0) {
    throw new DamagedPublication('the spatial index is not of these locations');
  }
};

/**
 * Reads all of a snapshot whose source is not at hand. `readLine` throws where a line is not what it should be.
 * Throws DamagedPublication or NewerPublicationFormat.
 */
export const readWholeSnapshot = async (
  file: Uint8Array,
  expected: ExpectedSnapshot,
  readLine: (line: string) => unknown,
): Promise<void> => {
  const { columns, bodies } = snapshotParts(file, expected, { readLine, keptCharacters: 0 });
  let row = 0;
  for (const _body of bodies(columns.coordinates.lat.keys())) {
    row += 1;
    if (row % recordsPerTurn === 0) await setImmediate();
  }
};
