import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { changeRepository } from '../../../../shared/data-access/location-changes/change-repository.ts';
import { perTest } from '../../../support/per-test.ts';
import { startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';

const made = {
  id: 'B1',
  at: '2026-11-20T00:00:00.000Z',
  by: 'ada@example',
  reason: 'a test',
  command: 'test',
};
const { id: batch, command: _, ...stamp } = made;
const changed = (code: string, override: object) => ({
  code,
  read: undefined,
  fields: { directions: { value: '', replaced: null, batch, ...stamp, ...override } },
});

describe('changeRepository', () => {
  const database = perTest(() => startEmbeddedTables());
  const repository = () =>
    changeRepository({ client: database.client, tableName: database.tables.locationChanges });

  it('writes large overrides in transactions of less than 4 MB', async () => {
    const send = vi.spyOn(database.client, 'send');
    const codes = Array.from({ length: 25 }, (_, index) => `L_${index}`);
    const progress: number[] = [];
    const large = codes.map((code) => changed(code, { value: 'é'.repeat(50_000) }));
    const written = await repository().write(made, large, (count) => progress.push(count));
    expect(written).toEqual({ batch, changed: codes, refused: [] });
    expect(progress).toEqual([14, 25]);
    const transactions = send.mock.calls.flatMap(([sent]) =>
      sent instanceof TransactWriteCommand ? sent : [],
    );
    for (const { input } of transactions)
      expect(Buffer.byteLength(JSON.stringify(input))).toBeLessThan(4_000_000);
    expect((await repository().overridesOf(codes)).size).toBe(25);
  });

  it('writes nothing if an override could not be read again', async () => {
    const unreadable = [changed('L_1', {}), changed('L_2', { until: '+010000-01' })];
    await expect(repository().write(made, unreadable)).rejects.toThrow('until');
    expect(await repository().findBatch(batch)).toBeUndefined();
    expect((await repository().overrides()).size).toBe(0);
  });
});
