import { describe, expect, it } from 'vitest';
import { openImportLedger } from '../../../../shared/data-access/importing/import-ledger.ts';

const origin = (line: number) => ({ source: 'file', line });

describe('the ledger of an import', () => {
  it('knows what is stored and who claimed it first', () => {
    const ledger = openImportLedger();
    ledger.recordStored('a', 'digest');
    ledger.recordStored('b', undefined);

    expect(ledger.claim('a', origin(1))).toEqual({ isStored: true, storedDigest: 'digest' });
    expect(ledger.claim('b', origin(2))).toEqual({ isStored: true });
    expect(ledger.claim('c', origin(3))).toEqual({ isStored: false });
    expect(ledger.claim('c', origin(4)).claimedBy).toEqual(origin(3));
    expect(ledger.claim('c', origin(5)).claimedBy).toEqual(origin(3));
    ledger.close();
  });

  it('tells stored keys that no line named from those whose line was bad', () => {
    const ledger = openImportLedger();
    for (const key of ['named', 'bad', 'absent', 'bad, then good']) ledger.recordStored(key, 'digest');
    ledger.claim('named', origin(1));
    ledger.claim('new', origin(2));
    ledger.keep('bad');
    ledger.keep('unknown');
    ledger.keep('bad, then good');
    ledger.claim('bad, then good', origin(5));

    expect([...ledger.absent()]).toEqual(['absent']);
    expect(ledger.absentCount()).toBe(1);
    expect([...ledger.kept()]).toEqual(['bad']);
    expect(ledger.keptCount()).toBe(1);
    ledger.close();
  });

  it('tells apart keys that differ only in case or blanks', () => {
    const ledger = openImportLedger();
    for (const key of ['a', 'A', 'a ', '1', '01'])
      expect(ledger.claim(key, origin(1)).claimedBy).toBeUndefined();
    ledger.close();
  });
});
