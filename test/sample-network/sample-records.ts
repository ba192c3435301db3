import type { ImportKind } from '../../shared/data-access/importing/record-kinds.ts';
import { sampleBillerLines, sampleBillTypeLines } from './biller-lines.ts';
import { sampleLocationLines } from './location-lines.ts';
import { sampleServices } from './service-lines.ts';

/** Kinds of the sample network. Its places come from its addresses. */
export type SampleKind = Exclude<ImportKind, 'places'>;

/** Generates the records of the sample network, as lines of an import file. */
const sampleRecords: Readonly<Record<SampleKind, () => Iterable<Readonly<Record<string, unknown>>>>> = {
  'bill-types': () => sampleBillTypeLines,
  billers: sampleBillerLines,
  services: () => sampleServices.map(({ line }) => line),
  locations: sampleLocationLines,
};

export const sampleKinds = Object.keys(sampleRecords) as readonly SampleKind[];

export const sampleText = (kind: SampleKind): string =>
  [...sampleRecords[kind]()].map((record) => `${JSON.stringify(record)}\n`).join('');
