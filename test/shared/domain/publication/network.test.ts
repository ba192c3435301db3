import { describe, expect, it } from 'vitest';
import { describeBadRows, describeLoss } from '../../../../shared/domain/publication/network.ts';

describe('what a network has lost', () => {
  const lost = (gone: number, published: number) => describeLoss({ kind: 'locations', gone, published });

  it('is told as soon as it is more than a tenth', () => {
    expect(lost(0, 100)).toBeUndefined();
    expect(lost(10, 100)).toBeUndefined();
    expect(lost(11, 100)).toBe('11 of 100 published locations are gone, more than a tenth');
    expect(lost(2, 19)).toMatch(/^2 of 19 /);
    expect(lost(2, 20)).toBeUndefined();
    expect(describeLoss({ kind: 'services', gone: 1, published: 1 })).toBe(
      '1 of 1 published services is gone, more than a tenth',
    );
  });

  it('is nothing where there are more than before, or nothing was published', () => {
    expect(lost(-900, 100)).toBeUndefined();
    expect(lost(0, 0)).toBeUndefined();
  });
});

describe('bad rows', () => {
  const bad = (skippedRows: number) => describeBadRows({ locations: 170, capabilities: 10, skippedRows });

  it('are told of when they are more than a tenth of all', () => {
    expect(bad(0)).toBeUndefined();
    expect(bad(20)).toBeUndefined();
    expect(bad(21)).toBe('21 of 201 rows are invalid');
  });

  it('may be all that there is, or nothing', () => {
    const none = { locations: 0, capabilities: 0 };
    expect(describeBadRows({ ...none, skippedRows: 0 })).toBeUndefined();
    expect(describeBadRows({ ...none, skippedRows: 1 })).toBe('1 of 1 rows are invalid');
  });
});
