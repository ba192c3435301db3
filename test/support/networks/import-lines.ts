import type { ImportLine } from '../../../shared/data-access/importing/import-lines.ts';

/** Builds a complete line of a locations file. `overrides` replaces fields, or removes undefined ones. */
export const locationLine = (code: string, overrides: Readonly<Record<string, unknown>> = {}) => ({
  location_code: code,
  type: 'PO',
  name: 'KINGLAKE',
  description: 'Post Office',
  work_centre_id: 350_748,
  lat: -37.53,
  lon: 145.34,
  time_zone: 'Australia/Melbourne',
  addresses: [{ address_line_1: '1 Main Road', suburb: 'KINGLAKE', state: 'VIC', postcode: '3763' }],
  services: [{ code: 7 }],
  hours: [{ type: 'HOURS', weekday: 0, start_time: '09:00', end_time: '17:00' }],
  ...overrides,
});

export const serviceLine = (code: number, overrides: Readonly<Record<string, unknown>> = {}) => ({
  service_code: code,
  capability_id: `capability-${code}`,
  name: `SERVICE_${code}`,
  description: `Service ${code}`,
  categories: [{ id: '1', name: 'Post' }],
  ...overrides,
});

export const placeLine = (postcode: string, overrides: Readonly<Record<string, unknown>> = {}) => ({
  suburb: 'Fitzroy',
  state: 'VIC',
  postcode,
  lat: -37.7989,
  lon: 144.9785,
  ...overrides,
});

export const billerLine = (code: string, overrides: Readonly<Record<string, unknown>> = {}) => ({
  code,
  name: 'Lake Water',
  organisation: 'Lake Water Corporation',
  billType: 'WATER',
  status: 'ACTIVE',
  paymentMethods: ['CASH'],
  reference: { label: 'Account number', minLength: 6, maxLength: 10 },
  ...overrides,
});

export const fileOf = (lines: readonly unknown[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

export const importLinesOf = async function* (lines: readonly unknown[]): AsyncGenerator<ImportLine> {
  for (const [index, line] of lines.entries())
    yield {
      source: 'file',
      line: index + 1,
      bytes: Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)),
    };
};

export const numberedBiller = (number: number) =>
  billerLine(`B${number}`, { name: `Biller ${number}`, organisation: `Group ${number % 50}` });
