import type { Manifest } from '../../../shared/data-access/publishing/manifest.ts';
import type { PublicationRun } from '../../../shared/data-access/publishing/runs.ts';
import { visibleJson } from '../terminal/visible-text.ts';
import { deadLettersSince } from './publication-problems.ts';
import { durationOf, filesOf, type Status, troublesOf } from './publication-status.ts';

const shownRun = (run: PublicationRun) => ({ ...run, durationMilliseconds: durationOf(run) });

const changesOf = ({ changes: { since, added, changed, removed } }: Manifest) => ({
  added,
  changed,
  removed,
  ...(since !== undefined && { since }),
});

/** Everything for programs, as one JSON object. */
export const statusJson = ({ state, problems, now }: Status): string => {
  const { manifest, serving, runs, nextRun, begunImport, fileImport, waitingFiles, deadLetters } = state;
  const last = deadLetters?.at(-1);
  return visibleJson(
    {
      isWell: problems.length === 0,
      problems,
      published: manifest
        ? {
            version: manifest.version,
            generatedAt: manifest.generatedAt,
            publishedAt: manifest.publishedAt,
            ageSeconds: Math.floor((now.getTime() - Date.parse(manifest.publishedAt)) / 1_000),
            locations: manifest.counts.locations,
            services: manifest.counts.capabilities,
            changes: changesOf(manifest),
            full: { version: manifest.full.version, generatedAt: manifest.full.generatedAt },
            files: filesOf(manifest),
          }
        : null,
      served: serving?.version ?? null,
      servedBy: serving?.by ?? [],
      lastRun: runs[0] ? shownRun(runs[0]) : null,
      nextRunAt: nextRun?.at ?? null,
      refusedOrFailedRuns: troublesOf(runs).map(shownRun),
      unfinishedImport: begunImport ?? null,
      fileImport: fileImport ?? null,
      waitingFiles: waitingFiles ?? null,
      deadLetters: deadLetters
        ? {
            total: deadLetters.length,
            sinceGenerated: deadLettersSince(state).length,
            last: last ? { at: last.at, source: last.source, why: last.why } : null,
          }
        : null,
    },
    2,
  );
};
