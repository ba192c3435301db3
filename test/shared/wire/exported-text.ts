import type { Location } from '../../../shared/domain/location/location.ts';
import { type ExportFormat, renderLocation } from '../../../shared/wire/export-formats.ts';
import { aCapability } from '../../support/networks/network-records.ts';

export const generatedAt = new Date('2026-11-21T00:58:10.123Z');

const capabilities = new Map([1, 2].map((code) => [code, aCapability(code)]));
const capabilityOf = (code: number) => capabilities.get(code);

const context = { distanceKm: 0, capabilityOf, now: generatedAt };

export const renderedForExport = (location: Location) => renderLocation(location, context);

export const exportedText = (format: ExportFormat, locations: readonly Location[]): string => {
  let text = format.head({ generatedAt, total: locations.length });
  for (let start = 0; start < locations.length; start += 2) {
    text += format.records(locations.slice(start, start + 2).map(renderedForExport), start === 0);
  }
  return text + format.tail;
};

export async function* linesOf(text: string): AsyncGenerator<string> {
  if (text !== '') yield* text.replace(/\n$/, '').split('\n');
}
