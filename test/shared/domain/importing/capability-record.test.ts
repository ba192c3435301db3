import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Capability, capability } from '../../../../shared/domain/capability/capability.ts';
import { capabilityRecord } from '../../../../shared/domain/importing/capability-record.ts';
import { issuesIn } from './issues-in.ts';

const minimal = { service_code: 7, capability_id: 'C7', name: 'PASSPORTS', description: 'Passports & visas' };

describe('a line of the services file', () => {
  it('gets defaults for omitted fields', () => {
    const expected: Capability = {
      serviceCode: 7,
      capabilityId: 'C7',
      name: 'PASSPORTS',
      description: 'Passports & visas',
      urlName: 'Passports%20%26%20visas',
      appointmentRequired: false,
      searchable: true,
      serviceOffering: true,
      categories: [],
      partnerCode: 'AP',
    };
    expect(capabilityRecord.parse(minimal)).toStrictEqual(expected);
  });

  it('accepts any characters up to the limits, and twenty categories', () => {
    const name = '😀'.repeat(120);
    const line = {
      ...minimal,
      capability_id: name,
      name,
      description: name,
      details: '😀'.repeat(4_000),
      url_name: 'x'.repeat(2_000),
      categories: Array.from({ length: 20 }, () => ({ id: name, name })),
    };
    const record = capabilityRecord.parse(line);
    expect(record).toMatchObject({ capabilityId: name, details: line.details, urlName: line.url_name });
    expect(capability.parse(record)).toStrictEqual(record);
  });

  it('ignores null', () => {
    const nothing = { details: null, url_name: null, hours_from: null, categories: null, searchable: null };
    expect(capabilityRecord.parse({ ...minimal, ...nothing })).toStrictEqual(capabilityRecord.parse(minimal));
  });

  it('becomes a valid record with any text, even lone surrogates', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1 }).filter((one) => one.trim() !== '');
    await fc.assert(
      fc.property(fc.oneof(text, fc.constant('Visa \ud800')), (description) => {
        const record = capabilityRecord.parse({ ...minimal, description });
        expect(capability.parse(record)).toStrictEqual(record);
        expect(decodeURIComponent(record.urlName)).toBe(description.toWellFormed());
      }),
    );
  });

  it.each([
    ['service_code: must be an integer from 0 to 2147483647', { service_code: 2 ** 31 }],
    ['service_code: must be an integer from 0 to 2147483647', { service_code: '7' }],
    ['capability_id: must be text', { capability_id: null }],
    ['name: is blank', { name: '' }],
    ['name: must have at most 120 characters', { name: '😀'.repeat(121) }],
    ['description: must have at most 120 characters', { description: 'x'.repeat(390_000) }],
    ['description: is missing', { description: undefined }],
    ['details: must have at most 4000 characters', { details: 'x'.repeat(4_001) }],
    ['url_name: must have at most 2000 characters', { url_name: 'x'.repeat(2_001) }],
    ['appointment_required: must be true or false', { appointment_required: 'true' }],
    ['hours_from: must be one of LOCATION, HATCH', { hours_from: 'HOME' }],
    ['categories: must have at most 20 categories', { categories: Array(100_000).fill(0) }],
    ['categories[0].id: must be text', { categories: [{ id: 1, name: 'Travel' }] }],
    [
      'categories[0].description: must have at most 2000 characters',
      { categories: [{ id: '1', name: 'Travel', description: 'x'.repeat(2_001) }] },
    ],
  ])('is rejected with "%s"', (fault, fields) => {
    expect(issuesIn(capabilityRecord, { ...minimal, ...fields })).toBe(fault);
  });
});
