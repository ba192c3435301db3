import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWorkCentreLine, workCentreLine } from '../../../../shared/wire/locations-v3/work-centre-line.ts';
import { workCentreText } from '../../../../shared/wire/locations-v3/work-centre-text.ts';
import { aCapability, postOffice } from '../../../support/networks/network-records.ts';
import { locations } from '../random-location.ts';

describe('readWorkCentreLine', () => {
  const line = workCentreLine(postOffice(1, { services: [{ code: 1 }, { code: 2, hours: [] }] }));

  it('takes one line', async () => {
    await fc.assert(
      fc.property(locations, (location) => {
        expect(workCentreLine(location)).not.toMatch(/[\n\r]/);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['one piece too few', line.slice(0, line.lastIndexOf('\t'))],
    ['one piece too many', `${line}\t""`],
    ['services that are no numbers', line.replace('[1,2]', '["1",2]')],
    ['services that are no list', line.replace('[1,2]', '{"1":2}')],
    ['own hours that name no service', line.replace('[1,2]\t[]', '[1,2]\t[["1","[]"]]')],
    ['a time zone that is no text', line.replace('"Australia/Sydney"', '7')],
  ])('throws at %s', (_, damaged) => {
    expect(damaged).not.toBe(line);
    expect(() => readWorkCentreLine(line)).not.toThrow();
    expect(() => readWorkCentreLine(damaged)).toThrow();
  });

  it('leaves hours that cannot be read to whoever reckons with them', () => {
    const parts = readWorkCentreLine(line.replace('"09:00"', '"25:00"'));
    const reckon = () =>
      workCentreText(parts, { distanceKm: 0, capabilityOf: aCapability, now: new Date(0) });
    expect(reckon).toThrow('hh:mm');
  });
});
