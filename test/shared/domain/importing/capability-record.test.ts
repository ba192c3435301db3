import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Capability, capability } from '../../../../shared/domain/capability/capability.ts';
import { capabilityRecord } from '../../../../shared/domain/importing/capability-record.ts';
import { describeIssues } from '../../../../shared/domain/importing/import-field.ts';

const least = { service_code: 7, capability_id: 'C7', name: 'PASSPORTS', description: 'Passports & visas' };

const complaint = (line: unknown): string | undefined => {
  const { error } = capabilityRecord.safeParse(line);
  return error && describeIssues(error);
};

describe('a line of the services file', () => {
  it('fills in what it leaves out', () => {
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
    expect(capabilityRecord.parse(least)).toStrictEqual(expected);
  });

  it('keeps every field', () => {
    const line = {
      ...least,
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
      ...least,
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
    expect(capabilityRecord.parse({ ...least, ...nothing })).toStrictEqual(capabilityRecord.parse(least));
  });

  it('becomes a valid record whatever its text, including half a surrogate pair', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1 }).filter((one) => one.trim() !== '');
    await fc.assert(
      fc.property(fc.oneof(text, fc.constant('Visa \ud800')), (description) => {
        const record = capabilityRecord.parse({ ...least, description });
        expect(capability.parse(record)).toStrictEqual(record);
        expect(decodeURIComponent(record.urlName)).toBe(description.toWellFormed());
      }),
    );
  });

  it.each([
    ['service_code: must be an integer from 0 to 2147483647', { ...least, service_code: 2 ** 31 }],
    ['service_code: must be an integer from 0 to 2147483647', { ...least, service_code: '7' }],
    ['capability_id: must be text', { ...least, capability_id: null }],
    ['capability_id: must have at most 120 characters', { ...least, capability_id: 'x'.repeat(121) }],
    ['name: is blank', { ...least, name: '' }],
    ['name: must have at most 120 characters', { ...least, name: '😀'.repeat(121) }],
    ['description: must have at most 120 characters', { ...least, description: 'x'.repeat(390_000) }],
    ['details: must have at most 4000 characters', { ...least, details: 'x'.repeat(4_001) }],
    ['url_name: must have at most 2000 characters', { ...least, url_name: 'x'.repeat(2_001) }],
    ['partner_code: must have at most 120 characters', { ...least, partner_code: 'x'.repeat(121) }],
    [
      'categories[0].description: must have at most 2000 characters',
      { ...least, categories: [{ id: '1', name: 'Travel', description: 'x'.repeat(2_001) }] },
    ],
    ['categories: must have at most 20 categories', { ...least, categories: Array(100_000).fill(0) }],
    ['description: is missing', { ...least, description: undefined }],
    ['appointment_required: must be true or false', { ...least, appointment_required: 'true' }],
    ['hours_from: must be one of LOCATION, HATCH', { ...least, hours_from: 'HOME' }],
    ['categories[0].id: must be text', { ...least, categories: [{ id: 1, name: 'Travel' }] }],
    ['categories: must be an array', { ...least, categories: {} }],
    ['must be an object', 'text'],
  ])('is rejected: %s', (fault, line) => {
    expect(complaint(line)).toBe(fault);
  });
});
