import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type StagedNetwork,
  stageNetwork,
} from '../../../../../shared/data-access/publishing/staging/staged-network.ts';
import { byCodeUnit } from '../../../../../shared/domain/code-unit-order.ts';

let staged: StagedNetwork;
beforeEach(() => {
  staged = stageNetwork();
});
afterEach(() => staged.close());

const add = (code: string, digest = 'same') =>
  staged.addLocation(
    { code, digest, coordinates: { lat: -33.87, lon: 151.21 } },
    {
      facets: `facets of ${code}`,
      pointLine: `point of ${code}`,
      workCentreLine: `work centre of ${code} ${digest}`,
      csvRow: `row of ${code}, with \0 and 京`,
      feature: `feature of ${code}`,
    },
  );

describe('a network that is staged', () => {
  it('comes in the order of code units, whatever order it was read in', () => {
    const codes = ['b_PO', 'B_PO', '10_PO', '9_PO', '_', '-', 'a-1_PO', 'a_PO'];
    for (const code of codes) add(code);
    expect([...staged.locations()].map(({ code }) => code)).toEqual(codes.toSorted(byCodeUnit));
    expect([...staged.digests()].map(({ code }) => code)).toEqual(codes.toSorted(byCodeUnit));
    expect(staged.locationCount()).toBe(codes.length);
  });

  it('holds the last of what was read twice', () => {
    add('1_PO', 'first');
    add('1_PO', 'second');
    expect(staged.locationCount()).toBe(1);
    expect([...staged.digests()]).toEqual([{ code: '1_PO', digest: 'second' }]);
    expect([...staged.locations()]).toMatchObject([{ workCentreLine: 'work centre of 1_PO second' }]);
  });

  it('gives all texts back as they were, and the lines of each location', () => {
    for (const code of ['b', 'a']) add(code);
    const [first, second] = staged.locations();
    expect(first).toMatchObject({
      code: 'a',
      facets: 'facets of a',
      workCentreLine: 'work centre of a same',
      csvRow: 'row of a, with \0 and 京',
      feature: 'feature of a',
    });
    expect(staged.line('pointLine', first?.linesAt ?? -1)).toBe('point of a');
    expect(staged.line('workCentreLine', second?.linesAt ?? -1)).toBe('work centre of b same');
    expect(() => staged.line('pointLine', 2)).toThrow();
  });

  it('differs from nothing before it is compared', () => {
    add('1_PO');
    staged.addFormer({ code: '2_PO', digest: 'same' });
    expect([...staged.locations()]).toMatchObject([{ code: '1_PO', change: undefined }]);
  });

  it('tells what was added, changed and removed', () => {
    for (const code of ['kept', 'added', 'changed']) add(code);
    staged.addFormer({ code: 'kept', digest: 'same' });
    staged.addFormer({ code: 'changed', digest: 'another' });
    staged.addFormer({ code: 'removed', digest: 'same' });
    staged.compare();
    expect(Object.fromEntries([...staged.locations()].map(({ code, change }) => [code, change]))).toEqual({
      added: 'added',
      changed: 'changed',
      kept: undefined,
    });
    expect([...staged.removed()]).toEqual(['removed']);
    expect(staged.changes()).toEqual({ added: 1, changed: 1, removed: 1 });
  });

  it.each([
    ['counted', () => staged.locationCount()],
    ['read', () => [...staged.locations()]],
    ['compared and counted', () => staged.changes()],
  ])('takes no location once it has been %s', (_, ask) => {
    add('1_PO');
    ask();
    expect(() => add('2_PO')).toThrow(new TypeError('location 2_PO comes too late to be put in order'));
    expect([...staged.digests()].map(({ code }) => code)).toEqual(['1_PO']);
  });

  it('has no tombstone of a location that is there', () => {
    add('back');
    staged.addTombstone({ id: 'back', removedAt: '2026-11-01T00:00:00.000Z' });
    staged.addTombstone({ id: 'gone', removedAt: '2026-11-02T00:00:00.000Z' });
    expect(staged.tombstoneCount()).toBe(1);
    expect([...staged.tombstones()]).toEqual([{ id: 'gone', removedAt: '2026-11-02T00:00:00.000Z' }]);
  });
});
