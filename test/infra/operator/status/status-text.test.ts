import { describe, expect, it } from 'vitest';
import { publicationProblems } from '../../../../infra/operator/status/publication-problems.ts';
import type { PublicationState } from '../../../../infra/operator/status/publication-state.ts';
import { statusJson } from '../../../../infra/operator/status/status-json.ts';
import { statusText } from '../../../../infra/operator/status/status-text.ts';
import { workCentreFormatNames } from '../../../../shared/domain/publication/work-centre-export.ts';
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
  version,
  wellState,
} from './sample-state.ts';

const statusOf = (changes: Partial<PublicationState> = {}) => {
  const state = wellState(changes);
  return { state, problems: [...publicationProblems(state, now)], now };
};
const textOf = (changes: Partial<PublicationState> = {}) => statusText(statusOf(changes));
const jsonOf = (changes: Partial<PublicationState> = {}) => JSON.parse(statusJson(statusOf(changes)));

const troubled: Partial<PublicationState> = {
  serving: lagging,
  runs: [refused, failed, published],
  begunImport: { kind: 'locations', startedAt: '2026-11-21T00:59:00.000Z', isRunning: false },
  deadLetters: [deadLetter('2026-11-21T00:59:30.000Z')],
};

describe('the status for people', () => {
  it('says what is published, whether it is served, and when it is published next', () => {
    expect(textOf()).toBe(`version    ${version}, being served
published  2026-11-21T00:58:12Z, 3 minutes ago
locations  21,000
services   12
changes    5 added, 3 changed, 2 removed since ${formerVersion}
last run   2026-11-21T00:58:10Z (schedule): published; took 2 seconds
next run   2026-11-21T01:58:10Z, in 56 minutes
import     none unfinished
given up   no events

FILE                    RECORDS       SIZE
workcentres.json.gz      21,000     3.1 MB
workcentres.ndjson.gz    21,000     3.1 MB
workcentres.csv.gz       21,000     1.1 MB
workcentres.geojson.gz   21,000     1.6 MB
changes.ndjson.gz            10       2 kB
removed.ndjson.gz             2  310 bytes
catalogue.bin            21,000     3.1 MB`);
  });

  it('names the version of the full exports if changes were published since', () => {
    const full = { ...manifest.full, version: formerVersion, generatedAt: '2026-11-21T00:21:12.000Z' };
    expect(textOf({ manifest: { ...manifest, full } })).toMatch(
      new RegExp(`^exports {4}of version ${formerVersion}, 40 minutes ago$`, 'm'),
    );
  });

  it('lets nothing that is stored reach the terminal as a command', () => {
    const evil = 'a\u001b[2J\u202eb\u009b31m\u2028c';
    const stored: Partial<PublicationState> = {
      runs: [run({ status: 'failed', why: evil }, evil)],
      fileImport: {
        file: `locations/${evil}`,
        kind: 'locations',
        mode: 'merge',
        startedAt: '2026-11-21T00:59:00.000Z',
        updatedAt: '2026-11-21T00:59:30.000Z',
        lines: 1,
      },
      unreadable: [evil],
    };
    for (const told of [textOf(stored), statusJson(statusOf(stored))]) {
      expect(told.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
      expect(told).toContain('a\\u001b[2J\\u202eb\\u009b31m\\u2028c');
    }
    expect(jsonOf(stored).problems).toContain(evil);
  });

  it('invents nothing of an import whose mark cannot be read', () => {
    const held = run({ status: 'held', kind: 'unknown' });
    const text = textOf({ isImportKnown: false, runs: [held] });
    expect(text).toMatch(/^import {5}unknown$/m);
    expect(text).toContain('(schedule): held back, as the mark of the last');
  });

  it('lists refused and failed runs with why, and what needs a person', () => {
    const text = textOf(troubled);
    expect(text).toMatch(/^last run {3}.* \(change\): refused: 3000 of 21000/m);
    expect(text).toMatch(/^import {5}of locations, stopped half-way; began at 2026-11-21T00:59:00Z$/m);
    expect(text).toMatch(/^given up {3}1 event$/m);
    expect(text).toMatch(/^REFUSED OR FAILED OF LATE\n- .*\(change\): refused: [^-]*\n- .*failed: /m);
    expect(text).toMatch(/^NEEDS A PERSON\n- not all requests are .*: v2 answers from version\n/m);
  });

  it('shows the last five of many runs that did not publish', () => {
    const text = textOf({ runs: [published, ...Array.from({ length: 9 }, () => failed)] });
    expect(text.match(/failed: /g)).toHaveLength(5);
  });

  it('keeps to 80 columns, whatever is to be said', () => {
    const long = run({ status: 'failed', why: 'one reason after the other, '.repeat(12) });
    for (const text of [textOf(), textOf(troubled), textOf({ ...troubled, runs: [long] })])
      for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it('has words for a stack that never published', () => {
    const text = textOf({ manifest: undefined, serving: undefined, runs: [], nextRun: undefined });
    expect(text).toMatch(/^version {4}none\nlast run {3}none\nnext run {3}none\n/);
    expect(text).not.toContain('FILE');
  });

  it('says which view serves it where the other does not, or cannot be asked', () => {
    expect(textOf({ serving: lagging })).toContain('being served by v3 alone');
    expect(textOf({ serving: { state: 'unknown', by: ['v2'], lags: [] } })).toContain(
      'being served by v2; the other is unknown\n           to the key in AUTH_KEY\n',
    );
  });

  it('says that a running import holds publishing, and what is not known', () => {
    const startedAt = '2026-11-21T00:59:00.000Z';
    const text = textOf({ begunImport: { kind: 'services', startedAt, isRunning: true }, serving: untold });
    expect(text).toMatch(/^import {5}of services, running since 2026-11-21T00:59:00Z$/m);
    const restore = { kind: 'services', restoredFrom: 'restored', startedAt, isRunning: true };
    expect(textOf({ begunImport: restore })).toMatch(
      /^import {5}restore of services from restored, running/m,
    );
    expect(text.replace(/\n +/g, ' ')).toContain(
      'whether it is being served is unknown without a key in AUTH_KEY\n',
    );
    expect(text).not.toContain('NEEDS A PERSON');
  });

  const fileImport = {
    file: `locations/${'a'.repeat(100)}.ndjson`,
    kind: 'locations',
    mode: 'merge',
    startedAt: '2026-11-21T00:59:00.000Z',
    updatedAt: '2026-11-21T01:01:00.000Z',
    lines: 3_000,
  } as const;

  it('names the file that is being imported and how far that has come, and says how many wait', () => {
    const text = textOf({ fileImport, waitingFiles: 2 });
    const shown = text.replace(/\n {11}/g, ' ');
    expect(shown).toMatch(
      /^files {6}locations\/a+…a+\.ndjson is being imported, 3,000 lines done; 2 files wait$/m,
    );
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(textOf({ waitingFiles: 1 })).toMatch(/^files {6}1 file waits$/m);
    expect(textOf({ fileImport, waitingFiles: undefined })).toMatch(/3,000\s+lines done$/m);
    expect(jsonOf({ fileImport, waitingFiles: 2 })).toMatchObject({ fileImport, waitingFiles: 2 });
    expect(jsonOf({ waitingFiles: undefined })).toMatchObject({ fileImport: null, waitingFiles: null });
  });

  it('does not call a run shorter than nothing when the clock was set back', () => {
    const back = { ...published, endedAt: '2026-11-21T00:00:00.000Z' };
    expect(textOf({ runs: [back] })).toContain('took less than a second');
  });
});

describe('the status for programs', () => {
  it('has everything in one object', () => {
    expect(jsonOf()).toEqual({
      isWell: true,
      problems: [],
      published: {
        version,
        generatedAt: manifest.generatedAt,
        publishedAt: manifest.publishedAt,
        ageSeconds: 180,
        locations: 21_000,
        services: 12,
        changes: { since: formerVersion, added: 5, changed: 3, removed: 2 },
        full: { version, generatedAt: manifest.full.generatedAt },
        files: [
          ...workCentreFormatNames.map((name) => ({
            name: manifest.full.exports[name].key,
            ...manifest.full.exports[name],
          })),
          { name: 'changes.ndjson.gz', ...manifest.changes.file },
          { name: 'removed.ndjson.gz', ...manifest.removed },
          { name: 'catalogue.bin', records: 21_000, ...manifest.snapshot },
        ],
      },
      served: version,
      servedBy: ['v2', 'v3'],
      lastRun: { ...published, durationMilliseconds: 2_100 },
      nextRunAt: '2026-11-21T01:58:10.100Z',
      refusedOrFailedRuns: [],
      unfinishedImport: null,
      fileImport: null,
      waitingFiles: 0,
      deadLetters: { total: 0, sinceGenerated: 0, last: null },
    });
  });

  it('has the troubles too', () => {
    expect(jsonOf(troubled)).toMatchObject({
      isWell: false,
      problems: expect.arrayContaining([expect.stringMatching(/refused/)]),
      served: formerVersion,
      servedBy: ['v3'],
      refusedOrFailedRuns: [{ outcome: refused.outcome }, { outcome: failed.outcome }],
      unfinishedImport: troubled.begunImport,
      deadLetters: { total: 1, sinceGenerated: 1, last: { why: 'timed out' } },
    });
  });

  it('has nulls for a stack that never published', () => {
    const empty = jsonOf({ manifest: undefined, serving: undefined, runs: [], nextRun: undefined });
    expect(empty).toMatchObject({
      isWell: false,
      published: null,
      served: null,
      lastRun: null,
      nextRunAt: null,
    });
  });
});
