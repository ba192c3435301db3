import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Capability, capability } from '../../../../shared/domain/capability/capability.ts';
import { capabilityRecord } from '../../../../shared/domain/importing/capability-record.ts';
import { describeIssues } from '../../../../shared/domain/importing/import-field.ts';

const minimal = { service_code: 7, capability_id: 'C7', name: 'PASSPORTS', description: 'Passports & visas' };

const errorOf = (line: unknown): string | undefined => {
  const { error } = capabilityRecord.safeParse(line);
  return error && describeIssues(error);
};

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

  it('keeps every field', () => {
    const line = {
      ...minimal,
      details: 'By appointment',
      url_name: 'passports',
      appointment_required: true,
      searchable: false,
      service_offering: false,
      hours_from: 'HATCH',
      categories: [
        { id: '1', name: 'Travel & money' },
        { id: '2', name: 'Identity', description: 'identity' },
      ],
      partner_code: 'XY',
    };
    expect(capabilityRecord.parse(line)).toMatchObject({
      details: 'By appointment',
      urlName: 'passports',
      appointmentRequired: true,
      searchable: false,
      serviceOffering: false,
      hoursFrom: 'HATCH',
      categories: [
        { id: '1', name: 'Travel & money', description: 'Travel%20%26%20money' },
        { id: '2', name: 'Identity', description: 'identity' },
      ],
      partnerCode: 'XY',
    });
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
    ['service_code: must be an integer from 0 to 2147483647', { ...minimal, service_code: 2 ** 31 }],
    ['service_code: must be an integer from 0 to 2147483647', { ...minimal, service_code: '7' }],
    ['capability_id: must be text', { ...minimal, capability_id: null }],
    ['capability_id: must have at most 120 characters', { ...minimal, capability_id: 'x'.repeat(121) }],
    ['name: is blank', { ...minimal, name: '' }],
    ['name: must have at most 120 characters', { ...minimal, name: '😀'.repeat(121) }],
    ['description: must have at most 120 characters', { ...minimal, description: 'x'.repeat(390_000) }],
    ['details: must have at most 4000 characters', { ...minimal, details: 'x'.repeat(4_001) }],
    ['url_name: must have at most 2000 characters', { ...minimal, url_name: 'x'.repeat(2_001) }],
    [
      'categories[0].description: must have at most 2000 characters',
      { ...minimal, categories: [{ id: '1', name: 'Travel', description: 'x'.repeat(2_001) }] },
    ],
    ['categories: must have at most 20 categories', { ...minimal, categories: Array(100_000).fill(0) }],
    ['description: is missing', { ...minimal, description: undefined }],
    ['appointment_required: must be true or false', { ...minimal, appointment_required: 'true' }],
    ['hours_from: must be one of LOCATION, HATCH', { ...minimal, hours_from: 'HOME' }],
    ['categories[0].id: must be text', { ...minimal, categories: [{ id: 1, name: 'Travel' }] }],
    ['must be an object', 'text'],
  ])('is rejected with "%s"', (fault, line) => {
    expect(errorOf(line)).toBe(fault);
  });
});
