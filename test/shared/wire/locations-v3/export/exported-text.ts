import type { Location } from '../../../../../shared/domain/location/location.ts';
import type { ExportFormat } from '../../../../../shared/wire/locations-v3/export/export-format.ts';
import { toWorkCentre } from '../../../../../shared/wire/locations-v3/work-centre-view.ts';
import { aCapability } from '../../../../support/network-records.ts';

export const generatedAt = new Date('2026-11-21T00:58:10.123Z');

const capabilities = new Map([1, 2].map((code) => [code, aCapability(code)]));

/** The location as a search without a search point shows it, where the services 1 and 2 are known. */
export const shown = (location: Location) =>
  toWorkCentre(location, {
    distanceKm: 0,
    capabilityOf: (code) => capabilities.get(code),
    now: generatedAt,
  });

/** The whole text of a file of these locations. */
export const exportedText = (format: ExportFormat, locations: readonly Location[]): string => {
  const records = locations.map((location, index) => {
    const workCentre = shown(location);
    return format.record(workCentre, JSON.stringify(workCentre), index === 0);
  });
  return format.head({ generatedAt, total: locations.length }) + records.join('') + format.tail;
};

/** Its lines as they are read back from the bucket. */
export async function* linesOf(text: string): AsyncGenerator<string> {
  if (text !== '') yield* text.replace(/\n$/, '').split('\n');
}
