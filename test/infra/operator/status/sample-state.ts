import type { PublicationState } from '../../../../infra/operator/status/publication-state.ts';
import type { Manifest } from '../../../../shared/data-access/publishing/manifest.ts';
import type { PublicationRun } from '../../../../shared/data-access/publishing/runs.ts';

export const version = '20261121T005810123Z-4f2a9c';
export const formerVersion = '20261120T235810004Z-0077de';
/** Three minutes after the publication. */
export const now = new Date('2026-11-21T01:01:12.000Z');

const stored = (key: string, bytes: number) => ({ key, bytes, sha256: 'a'.repeat(64) });
const storedText = (key: string, bytes: number, records: number) => ({
  ...stored(key, bytes),
  records,
  contentBytes: bytes * 9,
  contentSha256: 'b'.repeat(64),
});

export const manifest: Manifest = {
  format: 1,
  version,
  generatedAt: '2026-11-21T00:58:10.123Z',
  publishedAt: '2026-11-21T00:58:12.000Z',
  counts: { locations: 21_000, capabilities: 12 },
  snapshot: stored('catalogue.bin', 3_100_000),
  full: {
    version,
    generatedAt: '2026-11-21T00:58:10.123Z',
    locations: 21_000,
    exports: {
      json: storedText('workcentres.json.gz', 3_120_000, 21_000),
      ndjson: storedText('workcentres.ndjson.gz', 3_110_000, 21_000),
      csv: storedText('workcentres.csv.gz', 1_050_000, 21_000),
      geojson: storedText('workcentres.geojson.gz', 1_600_000, 21_000),
    },
  },
  changes: {
    since: formerVersion,
    added: 5,
    changed: 3,
    removed: 2,
    file: storedText('changes.ndjson.gz', 2_040, 10),
  },
  noChanges: storedText('no-changes.ndjson.gz', 170, 0),
  removed: storedText('removed.ndjson.gz', 310, 2),
  files: stored('files.json', 1_900),
  history: stored('history.json', 600),
};

const counts = { version, locations: 21_000, capabilities: 12 };

/** A run of the publisher that took 2.1 s. */
export const run = (outcome: PublicationRun['outcome'], reason = 'schedule'): PublicationRun => ({
  startedAt: '2026-11-21T00:58:10.100Z',
  endedAt: '2026-11-21T00:58:12.200Z',
  reason,
  forced: false,
  outcome,
});

export const published = run({
  status: 'published',
  ...counts,
  full: true,
  skippedRows: 0,
  changes: { added: 5, changed: 3, removed: 2 },
});
export const refused = run(
  {
    status: 'refused',
    why: '3000 of 21000 published locations are gone, more than a tenth',
    locations: 18_000,
    previousLocations: 21_000,
  },
  'change',
);
export const failed = run({ status: 'failed', why: 'StoreUnavailable: scanning the table failed' });

/** Functions that have not found what is published. */
export const lagging: PublicationState['serving'] = {
  state: 'not served',
  version: formerVersion,
  by: ['v3'],
  lags: [`v2 answers from version ${formerVersion}`],
};
/** No key to ask with. */
export const untold: PublicationState['serving'] = { state: 'unknown', by: [], lags: [] };

/** Publishing that does its work, every hour. */
export const wellState = (changes: Partial<PublicationState> = {}): PublicationState => ({
  command: (words) => words,
  keySource: 'AUTH_KEY',
  manifest,
  serving: { state: 'served', version, by: ['v2', 'v3'], lags: [] },
  runs: [published],
  isImportKnown: true,
  begunImport: undefined,
  fileImport: undefined,
  waitingFiles: 0,
  nextRun: { at: '2026-11-21T01:58:10.100Z', period: 3_600_000 },
  deadLetters: [],
  unreadable: [],
  ...changes,
});

export const deadLetter = (at: string) => ({
  queue: 'Undelivered',
  at,
  source: { kind: 'stream', name: 'Locations' } as const,
  functionName: 'Publisher',
  sent: {},
  why: 'timed out',
});
