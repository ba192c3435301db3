import { describe, expect, it } from 'vitest';
import { publicationProblems } from '../../../../infra/operator/status/publication-problems.ts';
import type { PublicationState } from '../../../../infra/operator/status/publication-state.ts';
import { shortName } from '../../../../infra/operator/terminal/short-name.ts';
import {
  deadLetter,
  failed,
  formerVersion,
  lagging,
  manifest,
  now,
  published,
  refused,
  run,
  untold,
  wellState,
} from './sample-state.ts';

const problems = (changes: Partial<PublicationState> = {}, at = now) => [
  ...publicationProblems(wellState(changes), at),
];
const minute = 60_000;
const later = (minutes: number) => new Date(Date.parse(manifest.full.generatedAt) + minutes * minute);

describe('what needs a person', () => {
  it('is nothing while publishing does its work', () => {
    expect(problems()).toEqual([]);
  });

  it('is that nothing is published', () => {
    expect(problems({ manifest: undefined })).toEqual([expect.stringMatching(/^nothing is published yet/)]);
  });

  it('is a file that cannot be read, in its own words, and not that nothing is published besides', () => {
    expect(problems({ manifest: undefined, unreadable: ['the manifest is not JSON'] })).toEqual([
      'the manifest is not JSON',
    ]);
  });

  it('is a last run that was refused or failed, with why and a way on', () => {
    expect(problems({ runs: [refused, published] })).toEqual([
      expect.stringMatching(/^the last publication was refused: 3000 of 21000 .* waypost publish --force$/),
    ]);
    expect(problems({ runs: [failed, published] })).toEqual([
      expect.stringMatching(/^the last publication failed: StoreUnavailable: scanning/),
    ]);
  });

  it.each(['published', 'unchanged', 'superseded'] as const)(
    'is not a refused or failed run after which one ended with "%s"',
    (status) => {
      const counts = { version: manifest.version, ...manifest.counts };
      const good =
        status === 'published'
          ? { status, ...counts, full: true, skippedRows: 0, changes: manifest.changes }
          : { status, ...counts };
      expect(problems({ runs: [run(good), refused, failed] })).toEqual([]);
    },
  );

  it('is a refused run behind one that an import held back', () => {
    const held = run({ status: 'held', kind: 'locations', startedAt: manifest.generatedAt });
    expect(problems({ runs: [held, refused] })).toHaveLength(1);
  });

  it('is an import that stopped half-way, but not one that is running', () => {
    const begun = { kind: 'locations', startedAt: manifest.generatedAt };
    expect(problems({ begunImport: { ...begun, isRunning: false } })).toEqual([
      expect.stringMatching(/^the import of locations that began at .* stopped half-way/),
    ]);
    expect(problems({ begunImport: { ...begun, isRunning: true } })).toEqual([]);
    const restore = { ...begun, restoredFrom: 'restored', isRunning: false };
    expect(problems({ begunImport: restore })).toEqual([
      expect.stringMatching(
        /^the restore of locations from the table restored that began at .* stopped half/,
      ),
    ]);
  });

  it('is an age of more than two periods of the schedule', () => {
    expect(problems({}, later(120))).toEqual([]);
    expect(problems({}, later(121))).toEqual([
      'the full exports are 2 hours old, and should be published every 60 minutes',
    ]);
    expect(problems({ nextRun: undefined }, later(10_000))).toEqual([]);
  });

  it('is that a view does not serve it, but not that this is unknown', () => {
    expect(problems({ serving: lagging })).toEqual([
      `not all requests are answered from what is published: v2 answers from version ${formerVersion}`,
    ]);
    expect(problems({ serving: untold })).toEqual([]);
  });

  it('is an event that was given up, unless a publication came after it', () => {
    const before = deadLetter('2026-11-21T00:58:10.000Z');
    const after = deadLetter('2026-11-21T00:58:11.000Z');
    expect(problems({ deadLetters: [before] })).toEqual([]);
    expect(problems({ deadLetters: [before, after] })).toEqual([
      `1 event for the publisher was given up, and no publication came after it: timed out (${after.at})`,
    ]);
    expect(problems({ manifest: undefined, deadLetters: [before] })).toHaveLength(2);
  });

  it('is a file for import that was given up, whatever was published after it', () => {
    const letterOf = (body: string) => ({
      ...deadLetter('2026-11-21T00:58:10.000Z'),
      source: { kind: 'queue', name: 'Files' } as const,
      sent: { Records: [{ body }] },
    });
    const file = letterOf(JSON.stringify({ detail: { object: { key: 'locations/may.ndjson' } } }));
    expect(problems({ deadLetters: [file] })).toEqual([
      expect.stringMatching(
        /^1 file was put into the import bucket and given up, the last one locations\/may\.ndjson: timed out/,
      ),
    ]);
    expect(problems({ deadLetters: [file, letterOf('{')] })).toEqual([
      expect.stringMatching(/^2 files were .* the last one unknown: timed out/),
    ]);
    const key = `locations/${'a'.repeat(1_000)}.ndjson`;
    const long = letterOf(JSON.stringify({ detail: { object: { key } } }));
    const why = `${key} cannot be read`;
    const [told] = publicationProblems(wellState({ deadLetters: [{ ...long, why }] }), now, shortName);
    expect(told).toMatch(
      /the last one locations\/a{26}…a{13}\.ndjson: locations\/a{26}…a{13}\.ndjson cannot be read/,
    );
    expect(problems({ deadLetters: [{ ...long, why }] })[0]).toContain(`${key}: ${key} cannot`);
  });
});
