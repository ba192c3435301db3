import { stringify } from 'csv-stringify/sync';
import * as z from 'zod/mini';
import type { Location } from '../domain/location/location.ts';
import type { WorkCentreFormatName } from '../domain/publication/work-centre-export.ts';
import { toFeature } from './feature.ts';
import { type Cell, columnNames, flatWorkCentre } from './flat-work-centre.ts';
import { openStreetMapHours } from './open-street-map-hours.ts';
import { safeForSpreadsheets } from './safe-for-spreadsheets.ts';
import { toWorkCentre, type WorkCentreContext } from './work-centre-view.ts';

/** The text is not a complete export file. */
export class IncompleteExport extends Error {
  override readonly name = 'IncompleteExport';
}

/** Properties of a downloadable file, and a function that counts its records. */
export interface ExportedFile {
  /** Returns the name of a download. It has no `.gz`, because HTTP clients decompress the body. */
  readonly fileName: (generatedAt: Date) => string;
  readonly contentType: string;
  /** Counts records, and checks both ends of each line. The checksum covers the rest. Throws IncompleteExport. */
  readonly count: (lines: AsyncIterable<string>) => Promise<number>;
}

/** One location as it appears in the files: as JSON, and flattened to one row. */
interface RenderedLocation {
  readonly json: string;
  readonly flat: Readonly<Record<string, Cell>>;
}

/** Format of a full export: a head, the records ordered by id, and a tail. */
export interface ExportFormat extends ExportedFile {
  readonly head: (of: { readonly generatedAt: Date; readonly total: number }) => string;
  /** Returns the text of the next records. `isFirst` says whether they are the first records of the file. */
  readonly records: (locations: readonly RenderedLocation[], isFirst: boolean) => string;
  readonly tail: string;
}

/** Renders a location for all formats. Its current hours start on the date of `now`. */
export const renderLocation = (location: Location, context: WorkCentreContext): RenderedLocation => {
  const workCentre = toWorkCentre(location, context);
  const hours = openStreetMapHours(location, context.capabilityOf, context.now);
  return { json: JSON.stringify(workCentre), flat: flatWorkCentre(workCentre, hours) };
};

/** Creates a function that returns file names such as `workcentres-2026-11-21.csv`. */
export const datedName =
  (subject: string, extension: string) =>
  (generatedAt: Date): string =>
    `${subject}-${generatedAt.toISOString().slice(0, 10)}.${extension}`;

/** Parses a line of a stored file as JSON. Throws IncompleteExport. */
export const parseLine = <T>(line: string, schema: z.ZodMiniType<T>): T => {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new IncompleteExport('a line of the export cannot be read', { cause: error });
  }
};

/**
 * Creates a format that is one JSON object, `{…"generated_at","total","ARRAY":[...]}`. The array has one record per
 * line, so that readers can process it by line.
 */
const jsonCollection = (
  array: string,
  toJson: (location: RenderedLocation) => string,
  members: Readonly<Record<string, string>> = {},
): Pick<ExportFormat, 'head' | 'records' | 'tail' | 'count'> => ({
  head({ generatedAt, total }) {
    const text = JSON.stringify({ ...members, generated_at: generatedAt.toISOString(), total });
    return `${text.slice(0, -1)},"${array}":[`;
  },
  records: (locations, isFirst) =>
    locations
      .map((location, index) => `${isFirst && index === 0 ? '\n' : ',\n'}${toJson(location)}`)
      .join(''),
  tail: '\n]}\n',
  count: (lines) => countCollection(lines),
});

const ndjson: ExportFormat = {
  fileName: datedName('workcentres', 'ndjson'),
  contentType: 'application/x-ndjson',
  head: () => '',
  records: (locations) => locations.map(({ json }) => `${json}\n`).join(''),
  tail: '',
  async count(lines) {
    let records = 0;
    for await (const line of lines) {
      if (!line.startsWith('{') || !line.endsWith('}')) {
        throw new IncompleteExport(`line ${records + 1} of the export is not a record`);
      }
      records++;
    }
    return records;
  },
};

/** CSV for spreadsheets (RFC 4180): a row of column names, then a row for each work centre. */
const csv: ExportFormat = {
  fileName: datedName('workcentres', 'csv'),
  contentType: 'text/csv; charset=utf-8; header=present',
  head: () => `${columnNames.join(',')}\r\n`,
  records: (locations) =>
    stringify(
      locations.map(({ flat }) =>
        columnNames
          .map((name) => flat[name])
          .map((cell) => (typeof cell === 'object' ? cell.join(';') : cell)),
      ),
      safeForSpreadsheets,
    ),
  tail: '',
  count: (lines) => countRows(lines),
};

/**
 * Formats of full exports. JSON and NDJSON contain work centres as a search without a search point returns them.
 * GeoJSON is a collection of points whose properties are the columns of the CSV. RFC 7946 allows its foreign members
 * `generated_at` and `total`.
 */
export const workCentreFormats: Readonly<Record<WorkCentreFormatName, ExportFormat>> = {
  json: {
    ...jsonCollection('workcentres', ({ json }) => json),
    fileName: datedName('workcentres', 'json'),
    contentType: 'application/json',
  },
  ndjson,
  csv,
  geojson: {
    ...jsonCollection('features', ({ flat }) => JSON.stringify(toFeature(flat)), {
      type: 'FeatureCollection',
    }),
    fileName: datedName('workcentres', 'geojson'),
    contentType: 'application/geo+json',
  },
};

const collectionHead = z.object({ total: z.int().check(z.minimum(0)) });

const isRecord = (line: string): boolean =>
  line.startsWith('{') && (line.endsWith('}') || line.endsWith('},'));

/** Counts the records of the array. Commas must separate them. */
const countCollection = async (lines: AsyncIterable<string>): Promise<number> => {
  let total: number | undefined;
  let records = 0;
  let ended = false;
  let expectsRecord = false;
  for await (const line of lines) {
    if (total === undefined) total = parseLine(`${line}]}`, collectionHead).total;
    else if (line === ']}' && !ended && !expectsRecord) ended = true;
    else if (!ended && (expectsRecord || records === 0) && isRecord(line)) {
      records++;
      expectsRecord = line.endsWith(',');
    } else throw new IncompleteExport(`the export cannot be read after ${records} work centres`);
  }
  if (ended && records === total) return records;
  throw new IncompleteExport(`the export has ${records} of ${total} work centres`);
};

/** Counts the CSV rows below the header. A row continues on the next line if a quote is open. */
const countRows = async (lines: AsyncIterable<string>): Promise<number> => {
  let rows = 0;
  let isOpen = false;
  for await (const line of lines) {
    const quotes = line.split('"').length - 1;
    if (quotes % 2 === 1) isOpen = !isOpen;
    if (isOpen) continue;
    if (!line.endsWith('\r')) throw new IncompleteExport(`row ${rows} of the export is cut off`);
    if (rows === 0 && line !== `${columnNames.join(',')}\r`)
      throw new IncompleteExport('the export has no header row');
    rows++;
  }
  if (isOpen) throw new IncompleteExport(`row ${rows} of the export has no end`);
  if (rows === 0) throw new IncompleteExport('the export is empty');
  return rows - 1;
};
