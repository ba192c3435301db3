import * as z from 'zod';
import type { DeadLetter } from '../local/jobs/read-jobs.ts';
import type { Run } from './command.ts';
import { formatCounted } from './terminal/text.ts';

export const redriveCommand: Run<{ readonly discard?: boolean }> = async (
  { openStack },
  { discard = false },
) => {
  const stack = await openStack();
  const data = await stack.redrive(discard);
  const { redriven, kept, deleted } = data;
  if (discard) return { data, text: `${formatCounted(deleted, 'event')} deleted` };
  const discardAll = stack.command('waypost redrive --discard');
  const note = `${formatCounted(kept, 'event')} cannot be retried, because their source is no longer part of the stack. \`${discardAll}\` deletes them.`;
  return { data, text: `${formatCounted(redriven, 'event')} will be retried`, notes: kept > 0 ? [note] : [] };
};

/** SQS message with an event from EventBridge. */
const queuedEvent = z.object({
  Records: z.tuple([
    z.object({
      body: z
        .string()
        .transform((body): unknown => JSON.parse(body))
        .pipe(
          z.object({
            'detail-type': z.string().default(''),
            detail: z.object({ object: z.object({ key: z.string() }).optional() }).default({}),
          }),
        ),
    }),
  ]),
});

const eventOf = ({ sent }: Pick<DeadLetter, 'sent'>) => {
  try {
    return queuedEvent.parse(sent).Records[0].body;
  } catch {
    return undefined;
  }
};

/** Returns the key of the file to which a dead letter refers, or undefined if there is none. */
export const fileOf = (letter: Pick<DeadLetter, 'sent'>): string | undefined =>
  eventOf(letter)?.detail.object?.key;

const workOf = (letter: DeadLetter): 'files' | 'reports' | 'publications' => {
  if (eventOf(letter)?.['detail-type'] === 'AvailabilityReported') return 'reports';
  return letter.source.kind === 'queue' ? 'files' : 'publications';
};

/**
 * Describes the dead letters that require action: all except those of the publisher that are older than the last full
 * publication, which included all earlier changes. `formatKey` shortens file keys.
 */
export const deadLetterProblems = (
  letters: readonly DeadLetter[],
  publishedAt: string | undefined,
  { command, formatKey }: { command(words: string): string; formatKey(key: string): string },
) => {
  const { publications = [], reports = [], files = [] } = Object.groupBy(letters, workOf);
  const since = publications.filter(({ at }) => !publishedAt || Date.parse(at) > Date.parse(publishedAt));
  const again = `To try again: ${command('waypost redrive')}; to delete all dead letters, add --discard`;
  const problems: string[] = [];
  const [lastEvent, lastReport, lastFile] = [since.at(-1), reports.at(-1), files.at(-1)];
  if (lastEvent)
    problems.push(
      `${formatCounted(since.length, 'event')} for the publisher failed all attempts, and nothing has been published since: ${lastEvent.why} (${lastEvent.at})`,
    );
  if (lastReport)
    problems.push(
      `${formatCounted(reports.length, 'event')} with availability reports could not be stored, or were stored only partly: ${lastReport.why} (${lastReport.at}). For the bad rows, see the functions' log. ${again}`,
    );
  if (lastFile) {
    const key = fileOf(lastFile);
    const file = key === undefined ? 'unknown' : formatKey(key);
    // The reason may contain the key.
    const why = key ? lastFile.why.replaceAll(key, () => file) : lastFile.why;
    problems.push(
      `${formatCounted(files.length, 'file')} in the import bucket could not be imported; the last one is ${file}: ${why} (${lastFile.at}). ${again}`,
    );
  }
  const last = letters.at(-1);
  return {
    summary: {
      total: letters.length,
      sinceGenerated: since.length,
      last: last ? { at: last.at, source: last.source, why: last.why } : null,
    },
    problems,
  };
};
