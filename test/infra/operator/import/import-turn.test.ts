import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { countQueuedMessages } from '../../../../infra/local/jobs/read-jobs.ts';
import { inImportTurn, type TurnRequest } from '../../../../infra/operator/import/import-turn.ts';
import { OperatorError } from '../../../../infra/operator/operator-error.ts';
import { importLockIsHeld, lockImports } from '../../../../infra/operator/stack/local/import-lock.ts';
import { readUnfinishedImport } from '../../../../shared/data-access/importing/import-mark.ts';
import { emptySummary, type ImportSummary } from '../../../../shared/data-access/importing/import-report.ts';
import { putEndedMark } from '../../../support/ended-mark.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { queueFile } from '../../../support/stack/queued-file.ts';

const nothing = async () => {};
const written = async () => emptySummary();
const refused = async () => ({ ...emptySummary(), refused: true });

const someImport = { kind: 'locations', mode: 'replace', startedAt: '2026-11-21T12:00:00.000Z' } as const;

describe('the turn of an import', () => {
  let bucket: LocalBucket;
  let dataDirectory: string;
  beforeAll(async () => {
    bucket = await startLocalBucket();
  });
  afterAll(() => bucket.close());
  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'turn-'));
  });
  afterEach(async () => {
    await putEndedMark(bucket, someImport);
    await rm(dataDirectory, { recursive: true });
  });

  const turn = (changes: Partial<TurnRequest> = {}): TurnRequest => ({
    stack: {
      published: bucket,
      lockImports: (patienceSeconds) => lockImports(dataDirectory, patienceSeconds),
      queuedFiles: async () => countQueuedMessages(dataDirectory),
      command: (words) => words,
    },
    kind: 'locations',
    mode: 'replace',
    force: false,
    file: 'one file',
    patienceSeconds: 0,
    ...changes,
  });
  const stopHalfWay = (changes: Partial<TurnRequest> = {}) =>
    inImportTurn(
      turn(changes),
      async () => {
        throw new Error('stopped');
      },
      nothing,
    ).catch(() => {});

  /** An import that has its turn, and goes on until it is told to end. */
  const runningImport = async () => {
    const begun = Promise.withResolvers<void>();
    const told = Promise.withResolvers<ImportSummary>();
    const ended = inImportTurn(
      turn(),
      () => {
        begun.resolve();
        return told.promise;
      },
      nothing,
    );
    await begun.promise;
    return { ended, end: () => told.resolve(emptySummary()) };
  };

  it('holds publishing while records are written, and no longer', async () => {
    const during = await runningImport();
    expect(await readUnfinishedImport(bucket)).toMatchObject({ kind: 'locations' });
    expect(await importLockIsHeld(dataDirectory)).toBe(true);
    during.end();
    await during.ended;
    expect(await readUnfinishedImport(bucket)).toBeUndefined();
    expect(await importLockIsHeld(dataDirectory)).toBe(false);
  });

  it('lets publishing go before it publishes', async () => {
    let seen: unknown = 'never looked';
    await inImportTurn(turn(), written, async () => {
      seen = await readUnfinishedImport(bucket);
    });
    expect(seen).toBeUndefined();
  });

  it('holds publishing after an import that stopped half-way', async () => {
    await stopHalfWay({ kind: 'services' });
    expect(await readUnfinishedImport(bucket)).toMatchObject({ kind: 'services' });
  });

  it('does not hold publishing for kinds that nobody publishes', async () => {
    await stopHalfWay({ kind: 'billers' });
    expect(await readUnfinishedImport(bucket)).toBeUndefined();
  });

  it('comes to one import at a time', async () => {
    const first = await runningImport();
    await expect(inImportTurn(turn(), written, nothing)).rejects.toThrow(OperatorError);
    first.end();
    await first.ended;
    await inImportTurn(turn(), written, nothing);
  });

  it('does not come to another kind after one that stopped half-way, and says what to do', async () => {
    await stopHalfWay();
    const refused = inImportTurn(turn({ kind: 'services' }), written, nothing);
    await expect(refused).rejects.toThrow(/import of locations .* Repeat it first; or .*--force/);
    await expect(inImportTurn(turn({ mode: 'merge' }), written, nothing)).rejects.toThrow(OperatorError);
  });

  it('comes to a repetition, which mends it, and then to all', async () => {
    await stopHalfWay();
    await inImportTurn(turn(), written, nothing);
    await inImportTurn(turn({ kind: 'services' }), written, nothing);
  });

  it('comes to a merge that is repeated, or to any replacement, after half of a merge', async () => {
    await stopHalfWay({ mode: 'merge' });
    await inImportTurn(turn({ mode: 'merge' }), written, nothing);
    await stopHalfWay({ mode: 'merge' });
    await inImportTurn(turn({ file: 'another' }), written, nothing);
    await inImportTurn(turn({ kind: 'services' }), written, nothing);
  });

  it.each<{ half: string | undefined; next: string | undefined }>([
    { half: 'one file', next: 'another' },
    { half: 'one file', next: undefined },
    { half: undefined, next: 'one file' },
    { half: undefined, next: undefined },
  ])('does not come to a merge of $next after half of a merge of $half', async ({ half, next }) => {
    await stopHalfWay({ mode: 'merge', file: half });
    const other = inImportTurn(turn({ mode: 'merge', file: next }), written, nothing);
    await expect(other).rejects.toThrow(/import of locations .* Repeat it first; or .*--force/);
    expect(await readUnfinishedImport(bucket)).toMatchObject({ mode: 'merge' });
    await inImportTurn(turn({ mode: 'merge', file: next, force: true }), written, nothing);
    expect(await readUnfinishedImport(bucket)).toBeUndefined();
  });

  it('does not come to a merge after half of the replacement by the same file', async () => {
    await stopHalfWay();
    await expect(inImportTurn(turn({ mode: 'merge' }), written, nothing)).rejects.toThrow(OperatorError);
  });

  it('waits for another to end', async () => {
    const first = await runningImport();
    const second = inImportTurn(turn({ patienceSeconds: 60 }), written, nothing);
    setTimeout(first.end, 200);
    expect(await second).toEqual(emptySummary());
    await first.ended;
  });

  it('waits for files of the import bucket, of which the stack imports one at a time as well', async () => {
    const imported = queueFile(dataDirectory);
    let isQueued = true;
    setTimeout(() => {
      isQueued = false;
      imported();
    }, 300);
    await inImportTurn(
      turn({ patienceSeconds: 60 }),
      async () => {
        expect(isQueued).toBe(false);
        return emptySummary();
      },
      nothing,
    );
  });

  it.each(['locations', 'billers'] as const)(
    'does not come to %s while a file of the import bucket is to be imported',
    async (kind) => {
      onTestFinished(queueFile(dataDirectory));
      const refusal = inImportTurn(turn({ kind }), () => Promise.reject(new Error('written')), nothing);
      await expect(refusal).rejects.toThrow(/has 1 file of the import bucket to import.*`waypost status`/);
      expect(await importLockIsHeld(dataDirectory)).toBe(false);
      expect(await readUnfinishedImport(bucket)).toBeUndefined();
    },
  );

  it('leaves kinds alone that nobody publishes', async () => {
    await stopHalfWay();
    await inImportTurn(turn({ kind: 'billers' }), written, nothing);
    await expect(inImportTurn(turn({ kind: 'services' }), written, nothing)).rejects.toThrow(OperatorError);
  });

  it('comes to whoever insists', async () => {
    await stopHalfWay();
    await inImportTurn(turn({ kind: 'services', force: true }), written, nothing);
  });

  it('still does not come to others after a repetition that had nothing to store', async () => {
    await stopHalfWay();
    await inImportTurn(turn(), refused, nothing);
    await expect(inImportTurn(turn({ kind: 'services' }), written, nothing)).rejects.toThrow(OperatorError);
  });

  it('comes to others after an import that had nothing to store', async () => {
    await inImportTurn(turn(), refused, nothing);
    await inImportTurn(turn({ kind: 'services' }), written, nothing);
  });

  it('names the mark where it is damaged, and the way out', async () => {
    await bucket.put('last-import.json', '{bad');
    const damaged = inImportTurn(turn(), written, nothing);
    await expect(damaged).rejects.toThrow(/last-import\.json is damaged.*--force/);
    await inImportTurn(turn({ force: true }), written, nothing);
    await inImportTurn(turn(), written, nothing);
  });

  it('is over for the stored records before what comes afterwards fails', async () => {
    const failing = inImportTurn(turn(), written, async () => {
      throw new Error('not published');
    });
    await expect(failing).rejects.toThrow('not published');
    await inImportTurn(turn({ kind: 'services' }), written, nothing);
  });
});
