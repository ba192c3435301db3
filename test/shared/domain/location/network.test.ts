import { describe, expect, it } from 'vitest';
import { implausibility, lossInWords } from '../../../../shared/domain/location/network.ts';

const former = { locations: 100, capabilities: 10 };
const read = (locations: number, capabilities = 10, skippedRows = 0) =>
  implausibility({ locations, capabilities, skippedRows }, former);

describe('a network that was read', () => {
  it('is plausible while no more than a tenth of the locations is gone', () => {
    expect(read(100)).toBeUndefined();
    expect(read(90)).toBeUndefined();
    expect(read(1_000)).toBeUndefined();
    expect(read(89)).toBe('at least 11 of 100 published locations are gone, more than a tenth');
    expect(read(0)).toBe('at least 100 of 100 published locations are gone, more than a tenth');
  });

  it('is plausible with fewer services, but not without any', () => {
    expect(read(100, 1)).toBeUndefined();
    expect(read(100, 0)).toBe('there are no services, and 10 are published');
  });

  it('is plausible while no more than a tenth of the rows is bad', () => {
    expect(read(170, 10, 20)).toBeUndefined();
    expect(read(170, 10, 21)).toBe('21 of 201 rows are no records');
  });

  it('is plausible where nothing was published before, even empty', () => {
    const first = { locations: 0, capabilities: 0 };
    expect(implausibility({ ...first, skippedRows: 0 }, first)).toBeUndefined();
    expect(implausibility({ ...first, skippedRows: 1 }, first)).toBe('1 of 1 rows are no records');
  });
});

describe('what a network has lost', () => {
  it('is told as soon as it is more than a tenth, whatever has come in its place', () => {
    expect(lossInWords(0, former)).toBeUndefined();
    expect(lossInWords(10, former)).toBeUndefined();
    expect(lossInWords(11, former)).toBe('11 of 100 published locations are gone, more than a tenth');
    expect(lossInWords(2, { locations: 19, capabilities: 0 })).toMatch(/^2 of 19 /);
    expect(lossInWords(2, { locations: 20, capabilities: 0 })).toBeUndefined();
  });

  it('is nothing where nothing was published', () => {
    expect(lossInWords(0, { locations: 0, capabilities: 0 })).toBeUndefined();
  });
});
