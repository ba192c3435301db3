import type { SampleKind } from '../../infra/local/start/first-start.ts';
import { sampleBillerLines, sampleBillTypeLines } from './biller-lines.ts';
import { sampleHolidayLines } from './holiday-lines.ts';
import { sampleNetworkLines } from './location-lines.ts';
import { sampleServices } from './service-lines.ts';

const sampleRecords: Readonly<Record<SampleKind, () => Iterable<Readonly<Record<string, unknown>>>>> = {
  'bill-types': () => sampleBillTypeLines,
  billers: sampleBillerLines,
  services: () => sampleServices.map(({ line }) => line),
  locations: sampleNetworkLines,
  holidays: () => sampleHolidayLines,
};

export const sampleText = (kind: SampleKind): string =>
  [...sampleRecords[kind]()].map((record) => `${JSON.stringify(record)}\n`).join('');
