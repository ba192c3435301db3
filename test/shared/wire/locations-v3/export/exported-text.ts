import * as z from 'zod';
import type { Location } from '../../../../../shared/domain/location/location.ts';
import type {
  ExportFormat,
  RecordPieces,
} from '../../../../../shared/wire/export-formats.ts';
import { workCentresShown } from '../../../../../shared/wire/locations-v3/export/shown-work-centre.ts';
import { workCentresStaged } from '../../../../../shared/wire/locations-v3/export/staged-work-centre.ts';
import type { WorkCentreContext } from '../../../../../shared/wire/locations-v3/work-centre-text.ts';
import { aCapability } from '../../../../support/networks/network-records.ts';
import { toWorkCentre } from '../../../../support/oracles/work-centre.ts';

export const generatedAt = new Date('2026-11-21T00:58:10.123Z');

const capabilities = new Map([1, 2].map((code) => [code, aCapability(code)]));

const context = {
  distanceKm: 0,
  capabilityOf: (code: number) => capabilities.get(code),
  now: generatedAt,
};

/** The location as a search without a search point shows it, where the services 1 and 2 are known. */
export const shown = (location: Location) => toWorkCentre(location, context);

/** Stages locations one after the other, and completes them for the files. */
export const showForExport = (context: Omit<WorkCentreContext, 'distanceKm'>) => {
  const stage = workCentresStaged(context.capabilityOf);
  const show = workCentresShown(context);
  return (location: Location) => show(location.locationCode, stage(location));
};

const shownFeature = z.object({
  properties: z.object({
    operational_capabilities: z.array(z.string()),
    opening_hours: z.string().optional(),
  }),
});

/** What a feature says of the services of its work centre. */
export const featureProperties = (feature: string) => shownFeature.parse(JSON.parse(feature)).properties;

/** The same as it goes into the files. */
export const shownForExport = (location: Location) => showForExport(context)(location);

/** The usual hours of the location in one line. */
export const openingOf = (location: Location): string | undefined =>
  featureProperties(shownForExport(location).feature).opening_hours;

/** What pieces of a record come to. */
export const textOf = (pieces: RecordPieces): string =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString();

/** The whole text of a file of these locations. */
export const exportedText = (format: ExportFormat, locations: readonly Location[]): string => {
  const show = showForExport(context);
  const records = locations.map((location, index) => textOf(format.record(show(location), index === 0)));
  return format.head({ generatedAt, total: locations.length }) + records.join('') + format.tail;
};

/** Its lines as they are read back from the bucket. */
export async function* linesOf(text: string): AsyncGenerator<string> {
  if (text !== '') yield* text.replace(/\n$/, '').split('\n');
}
