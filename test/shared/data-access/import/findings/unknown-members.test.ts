import { describe, expect, it } from 'vitest';
import { knownMembers } from '../../../../../shared/data-access/import/findings/known-members.ts';
import { unknownMemberCheck } from '../../../../../shared/data-access/import/findings/unknown-members.ts';
import { importKinds, recordKinds } from '../../../../../shared/data-access/import/record-kind.ts';
import { billerLine, locationLine, serviceLine } from '../../../../support/networks/import-lines.ts';

const knownOf = (kind: (typeof importKinds)[number]) => knownMembers(recordKinds[kind].record);

const warningOf = (kind: (typeof importKinds)[number], lines: readonly unknown[]) => {
  const check = unknownMemberCheck(knownOf(kind), false);
  for (const [index, line] of lines.entries()) check.look(line, { source: 'file', line: index + 1 });
  return check.warning();
};

describe('the members that imports know', () => {
  it.each(importKinds)('are read from the schema of %s', (kind) => {
    expect(knownOf(kind).members.size).toBeGreaterThan(2);
  });

  it('are those within objects and lists as well', () => {
    const { members } = knownOf('locations');
    expect([...(members.get('addresses')?.members.keys() ?? [])]).toContain('address_line_1');
    const services = members.get('services');
    expect(services?.members.get('hours')).toMatchObject({ prefix: 'services[].hours[].' });
    expect(knownOf('billers').members.get('reference')?.members.has('checkDigit')).toBe(true);
  });
});

describe('the check for unknown members', () => {
  it('says nothing of lines that have what the format has', () => {
    expect(warningOf('locations', [locationLine('A')])).toBeUndefined();
    expect(warningOf('services', [serviceLine(1)])).toBeUndefined();
    expect(warningOf('billers', [billerLine('A')])).toBeUndefined();
  });

  it('names each once, with its lines, the first of them, and its place', () => {
    const address = { address_line_1: '1 Main Road', street: 'Main Road' };
    const lines = [
      locationLine('A', { phone: '1' }),
      locationLine('B', { addresses: [address, address], services: [{ code: 7, service_cod: 1 }] }),
      locationLine('C', { phone: '2' }),
    ];
    expect(warningOf('locations', lines)).toBe(
      '3 unknown members are left out: phone (2 lines, first in line 1), addresses[].street (1 line, in line 2), services[].service_cod (1 line, in line 2)',
    );
  });

  it.each([null, 7, 'text', [], { addresses: 'none', hours: null, services: [3] }])(
    'passes over what is no object where one should be: %j',
    (line) => {
      const warning = warningOf('locations', [line]);
      expect(warning ?? '').not.toContain('addresses');
    },
  );

  it('knows a member by its own name alone', () => {
    expect(warningOf('services', [JSON.parse('{"__proto__":1,"constructor":2}')])).toBe(
      '2 unknown members are left out: __proto__ (1 line, in line 1), constructor (1 line, in line 1)',
    );
  });

  it('lists ten of a hundred names, and does not count further ones', () => {
    const lines = Array.from({ length: 101 }, (_, index) => serviceLine(index, { [`name ${index}`]: 1 }));
    const few = warningOf('services', lines.slice(0, 12));
    expect(few).toMatch(/^12 unknown members are left out: "name 0" \(1 line, in line 1\), /);
    expect(few).toMatch(/ and 2 more$/);
    expect(warningOf('services', lines.slice(0, 100))).toMatch(/^100 unknown .* and 90 more$/);
    expect(warningOf('services', lines)).toMatch(/^more than 100 unknown .* and 90 more$/);
  });

  it('looks into no lists of lists, however deep', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(150_000)}{"nobody":1}${']'.repeat(150_000)}`);
    expect(warningOf('locations', [locationLine('A', { addresses: deep })])).toBeUndefined();
  });

  it('shortens a name that fills its line', () => {
    expect(warningOf('services', [serviceLine(1, { ['x'.repeat(300_000)]: 1 })])?.length).toBeLessThan(150);
  });
});
