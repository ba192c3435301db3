import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { readUnfinishedImport } from '../../../shared/data-access/importing/import-mark.ts';
import { DamagedPublication } from '../../../shared/data-access/publishing/manifest.ts';
import {
  type ChangeCounts,
  type PublicationRequest,
  type PublicationResult,
  publicationResult,
  type RefusalExample,
} from '../../../shared/domain/publication/publication.ts';
import type { Run } from '../command.ts';
import { errorMessage, exitCodes, OperatorError } from '../errors.ts';
import { explainHold, mayRun } from '../import/running-import.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt, say } from '../terminal/output.ts';
import { formatCount, formatCounted, textTable } from '../terminal/text.ts';
import { awaitServed } from './serving.ts';

/** Result that means that the newest data is published. */
type GoodResult = Extract<PublicationResult, { version: string }>;
type BadResult = Exclude<PublicationResult, GoodResult>;

/** Milliseconds for which `--wait` waits for other publications. Longer than the publisher's timeout of 15 minutes. */
const patience = 20 * 60_000;

/** `waypost publish`. Throws OperatorError if the newest data is not published. */
export const publishCommand: Run<{ readonly force?: boolean; readonly wait?: boolean }> = async (
  { openStack },
  { force = false, wait = false },
) => {
  const stack = await openStack();
  if (force) await refuseDuringImport(stack);
  // An operator decides when the stored records are right again after a rollback.
  const request = { reason: 'operator', endRollback: true, ...(force && { force }) };
  const forget = onInterrupt(
    `the publisher may still be publishing. \`${stack.command('waypost status')}\` shows the result`,
  );
  const result = await publishInTurn(stack, request, wait ? patience : 0).finally(forget);
  if (!wait) return { data: result, text: describeResult(result) };
  const served = await awaitServed(stack, result);
  return { data: { ...result, served: served.state }, text: describeResult(result), notes: [served.note] };
};

/**
 * Publishes the stored records. While another publication runs, invokes the publisher again for `patience`
 * milliseconds, because nothing announces the end of a run. Throws OperatorError if the newest data is not published,
 * with the publisher's result if there is one.
 */
export const publishInTurn = async (
  stack: Publisher,
  request: PublicationRequest,
  patience: number,
): Promise<GoodResult> => {
  say('publishing ...');
  const end = Date.now() + patience;
  for (let attempt = 1; ; attempt += 1) {
    const result = await invokePublisher(stack, request);
    if ('version' in result) return result;
    if (result.status !== 'busy' || Date.now() >= end) throw await notPublished(result, stack);
    if (attempt === 1) say('another publication is running, waiting for it to end ...');
    await delay(1_000);
  }
};

type Publisher = Pick<OperatedStack, 'invokePublisher' | 'command' | 'imports'>;

const functionError = z.object({ errorType: z.string().optional(), errorMessage: z.string().optional() });

const invokePublisher = async (stack: Publisher, request: PublicationRequest): Promise<PublicationResult> => {
  const fail = (why: string, cause?: unknown) =>
    new OperatorError(`publishing failed: ${why}; the stack still serves what was published before`, {
      cause,
    });
  const { body, failed } = await stack.invokePublisher(request).catch((cause: unknown) => {
    if (!isTimeout(cause)) throw fail(errorMessage(cause), cause);
    throw new OperatorError('the publisher has not responded in time, and may still be publishing', {
      code: 'unreachable',
      remedy: `\`${stack.command('waypost status')}\` shows the result`,
      cause,
    });
  });
  if (failed) {
    const { data } = functionError.safeParse(body);
    throw fail([data?.errorType, data?.errorMessage].filter(Boolean).join(': ') || 'it gave no reason');
  }
  const result = publicationResult.safeParse(body);
  if (!result.success) throw fail('the publisher returned an unknown result', result.error);
  return result.data;
};

/** Whether a call, possibly to AWS, timed out. `fetch` and the SDK use the same name for this error. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause));

/**
 * Rejects `--force` while an import or restore may still be running. After one that has stopped halfway, it is allowed.
 */
const refuseDuringImport = async (stack: OperatedStack): Promise<void> => {
  const unfinished = await readUnfinishedImport(stack.published).catch((error: unknown) => {
    // A running import has already written an intact mark.
    if (!(error instanceof DamagedPublication)) throw error;
  });
  if (unfinished && (await mayRun(stack.imports, unfinished)))
    throw await notPublished({ status: 'held', ...unfinished }, stack);
};

/** Formats the differences from the previous version: `5 added, 3 changed, 2 removed`. */
export const formatChanges = ({ added, changed, removed }: ChangeCounts): string =>
  `${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(removed)} removed`;

const resultTexts = {
  published: 'published',
  unchanged: 'unchanged: the published version is up to date',
  superseded: 'superseded: a publication that started later finished first',
} as const;

/** Formats a publication for people. */
export const describeResult = (result: GoodResult): string => {
  const lines = [
    ['result', resultTexts[result.status]],
    ['version', result.version],
    ['locations', formatCount(result.locations)],
    ['services', formatCount(result.capabilities)],
  ];
  if (result.status === 'published') {
    lines.push(['changes', formatChanges(result.changes)]);
    if (result.skippedRows > 0)
      lines.push([
        'skipped',
        `${formatCounted(result.skippedRows, 'stored row')} that cannot be read; the functions' log names them`,
      ]);
  }
  return lines.map(([name = '', value]) => `${name.padEnd(11)}${value}`).join('\n');
};

const exampleHeadings = ['LOCATION', 'CHANGE', 'BEFORE', 'AFTER'];

/** Formats examples of what a rejected publication would change as a table; empty if there are none. */
export const describeExamples = (examples: readonly RefusalExample[]): string =>
  examples.length === 0
    ? ''
    : textTable(
        exampleHeadings,
        examples.map(({ id, change, before, after }) => [id, change, before, after]),
      );

/** Returns an error that says why nothing was published, and what to do. */
const notPublished = async (
  result: BadResult,
  stack: Pick<OperatedStack, 'command' | 'imports'>,
): Promise<OperatorError> => {
  const details = { result: { data: result, text: '' } };
  if (result.status === 'busy')
    return new OperatorError(
      `another publication is running; its lease ends at ${result.until} unless it is renewed`,
      {
        ...details,
        code: 'busy',
        remedy: `\`${stack.command('waypost status')}\` shows its result, and \`${stack.command('waypost publish --wait')}\` publishes after it`,
      },
    );
  if (result.status === 'held') {
    const { message, remedy } = await explainHold(stack, result);
    return new OperatorError(message, { ...details, code: 'held', remedy });
  }
  const { why, locations, previousLocations, examples } = result;
  const stored = `${formatCounted(locations, 'location')} ${locations === 1 ? 'is' : 'are'} stored`;
  const published = `${formatCount(previousLocations)} ${previousLocations === 1 ? 'is' : 'are'} published`;
  return new OperatorError(
    `publishing is refused: ${why} (${stored}, ${published}). What was published before is still served`,
    {
      result: { data: result, text: describeExamples(examples) },
      code: 'publication_refused',
      remedy: `To publish what is stored anyway: ${stack.command('waypost publish --force')}`,
      exit: exitCodes.refused,
    },
  );
};
