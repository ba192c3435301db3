import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { readUnfinishedImport } from '../../../shared/data-access/importing/import-mark.ts';
import {
  DamagedPublication,
  type Manifest,
  readManifest,
} from '../../../shared/data-access/publishing/manifest.ts';
import {
  type ChangeCounts,
  type PublicationRequest,
  type PublicationResult,
  publicationResult,
  type RefusalExample,
} from '../../../shared/domain/publication/publication.ts';
import type { Run } from '../command.ts';
import { asOperatorError, errorMessage, exitCodes, OperatorError } from '../errors.ts';
import { explainHold, mayRun } from '../import/running-import.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt, say } from '../terminal/output.ts';
import { fieldLines, formatCount, formatCounted, textTable } from '../terminal/text.ts';
import { awaitServed } from './serving.ts';

/** Publisher result that means that the newest data is published. */
type GoodResult = Extract<PublicationResult, { version: string }>;
type BadResult = Exclude<PublicationResult, GoodResult>;

/** Milliseconds for which `--wait` waits for other publications. Exceeds the publisher's timeout of 15 minutes. */
const longPatience = 20 * 60_000;

export const publishCommand: Run<{ readonly force?: boolean; readonly wait?: boolean }> = async (
  { openStack },
  { force = false, wait = false },
) => {
  const stack = await openStack();
  if (force) await refuseDuringImport(stack);
  // After a rollback, an operator decides when the stored records are correct again.
  const request = { reason: 'operator', endRollback: true, ...(force && { force }) };
  const result = await publishInTurn(stack, request, { patience: wait ? longPatience : 0 });
  if (!wait) return { data: result, text: describeResult(result) };
  const served = await awaitServed(stack, result);
  return { data: { ...result, served: served.state }, text: describeResult(result), notes: [served.note] };
};

type Publisher = Pick<OperatedStack, 'invokePublisher' | 'command' | 'imports' | 'markSampleReplaced'>;

/**
 * Publishes the stored records. While another publication is running, retries for up to `patience` milliseconds. Throws
 * OperatorError, with the publisher's result if there is one, if the newest data is not published.
 */
export const publishInTurn = async (
  stack: Publisher,
  request: PublicationRequest,
  { patience = 5 * 60_000, ifInterrupted = 'the publisher may still be publishing' } = {},
): Promise<GoodResult> => {
  using _ = onInterrupt(`${ifInterrupted}. \`${stack.command('waypost status')}\` shows what is published`);
  say('publishing ...');
  const end = Date.now() + patience;
  for (let attempt = 1; ; attempt += 1) {
    const result = await invokePublisher(stack, request);
    if ('version' in result) {
      // Checks later losses, because the sample has been replaced.
      if (request.force || request.mayLose) await stack.markSampleReplaced(request.mayLose);
      return result;
    }
    if (result.status !== 'busy' || Date.now() >= end) throw await notPublished(result, stack);
    if (attempt === 1) say('another publication is running, waiting for it to finish ...');
    await delay(1_000);
  }
};

/**
 * Publishes stored records, and waits until they are served. The tables' streams also publish them, but do not report
 * the result. Errors include `result`, and begin with `fact`, a clause such as `the records are stored`.
 */
export const publishStored = async (
  stack: OperatedStack,
  request: PublicationRequest,
  { fact, result }: { readonly fact: string; readonly result: NonNullable<OperatorError['result']> },
) => {
  const ifInterrupted = `${fact}, and may still be published`;
  let publication: GoodResult | undefined;
  try {
    publication = await publishInTurn(stack, { ...request, onlyChanges: true }, { ifInterrupted });
    if (publication.status === 'unchanged')
      say(`nothing has changed: version ${publication.version} remains published`);
    return { publication, note: (await awaitServed(stack, publication)).note };
  } catch (thrown) {
    const error = asOperatorError(thrown);
    const data = { ...result.data, publication: publication ?? error.result?.data ?? null };
    const text = [result.text, error.result?.text].filter(Boolean).join('\n\n');
    throw error.after({ data, text }, `${fact}, but `);
  }
};

/** Reads the manifest of the published version. Throws OperatorError if there is none, or if it is damaged. */
export const readPublished = async ({ published, command }: OperatedStack): Promise<Manifest> => {
  try {
    const reading = await readManifest(published);
    if (reading.kind === 'found') return reading.manifest;
  } catch (cause) {
    if (!(cause instanceof DamagedPublication)) throw cause;
    const remedy = `To replace it: ${command('waypost publish --force')}`;
    throw new OperatorError(errorMessage(cause), { code: 'damaged', remedy, cause });
  }
  throw new OperatorError('nothing is published yet', { code: 'not_found' });
};

const functionError = z.object({ errorType: z.string().optional(), errorMessage: z.string().optional() });

const invokePublisher = async (stack: Publisher, request: PublicationRequest): Promise<PublicationResult> => {
  const fail = (why: string, cause?: unknown) =>
    new OperatorError(`publishing failed: ${why}. The stack still serves the previous version`, { cause });
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
  if (!result.success) throw fail('the publisher returned an unexpected response', result.error);
  return result.data;
};

/** Whether a call, possibly to AWS, timed out. `fetch` and the SDK use the same name for this error. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause));

/** Rejects `--force` while an import or restore may be running, but allows it after one that stopped halfway. */
const refuseDuringImport = async (stack: OperatedStack): Promise<void> => {
  const unfinished = await readUnfinishedImport(stack.published).catch((error: unknown) => {
    // A damaged marker cannot belong to a running import, because an import writes an intact marker when it starts.
    if (!(error instanceof DamagedPublication)) throw error;
  });
  if (unfinished && (await mayRun(stack.imports, unfinished)))
    throw await notPublished({ status: 'held', ...unfinished }, stack);
};

export const formatChanges = ({ added, changed, removed }: ChangeCounts): string =>
  `${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(removed)} removed`;

const resultTexts = {
  published: 'published',
  unchanged: 'unchanged: the published version is up to date',
  superseded: 'superseded: a publication that started later finished first',
} as const;

export const describeResult = (result: GoodResult): string => {
  const { status, version, locations, capabilities } = result;
  const { changes = null, skippedRows = 0 } = status === 'published' ? result : {};
  return fieldLines({
    result: resultTexts[status],
    version,
    locations: formatCount(locations),
    services: formatCount(capabilities),
    changes: changes && formatChanges(changes),
    skipped:
      skippedRows > 0 &&
      `${formatCounted(skippedRows, 'stored row')} that cannot be read; the functions' log names them`,
  });
};

export const describeExamples = (examples: readonly RefusalExample[]): string =>
  textTable(examples.map(({ id, ...example }) => ({ location: id, ...example })));

const notPublished = async (result: BadResult, stack: Publisher): Promise<OperatorError> => {
  const { command } = stack;
  const details = { result: { data: result, text: '' } };
  if (result.status === 'busy') {
    const remedy = `\`${command('waypost status')}\` shows its result, and \`${command('waypost publish --wait')}\` publishes after it`;
    const message = `another publication is running; its lease expires at ${result.until} unless it is renewed`;
    return new OperatorError(message, { ...details, code: 'busy', remedy });
  }
  if (result.status === 'held') {
    const { message, remedy } = await explainHold(stack, result);
    return new OperatorError(message, { ...details, code: 'held', remedy });
  }
  const { why, locations, previousLocations, examples } = result;
  const stored = `${formatCounted(locations, 'location')} ${locations === 1 ? 'is' : 'are'} stored`;
  const published = `${formatCount(previousLocations)} ${previousLocations === 1 ? 'is' : 'are'} published`;
  const message = `publishing was rejected: ${why} (${stored}, ${published}). The previous version is still served`;
  return new OperatorError(message, {
    result: { data: result, text: describeExamples(examples) },
    code: 'publication_refused',
    remedy: `To publish the stored records anyway: ${command('waypost publish --force')}`,
    exit: exitCodes.refused,
  });
};
