import { readRuns } from '../../../shared/data-access/publishing/runs.ts';
import { errorMessage, OperatorError } from '../errors.ts';
import { publishInTurn, publishStored } from '../publish/publish.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { say } from '../terminal/output.ts';

/** Time at which a change started (ISO 8601), and sentences that explain how to undo it. */
interface Begun {
  readonly startedAt: string;
  readonly undo: readonly string[];
}

/**
 * Publishes changed locations and waits until they are served. If this fails, the changes are kept, and the error
 * includes `result` and says that they are stored. Throws OperatorError.
 */
export const publishChanges = async (
  stack: OperatedStack,
  changed: readonly string[],
  result: NonNullable<OperatorError['result']>,
  begun: Begun = { startedAt: new Date().toISOString(), undo: [] },
) => {
  const request = { reason: 'manual changes', changed: [...changed] };
  try {
    const published = await publishStored(stack, request, { fact: 'the changes are stored', result });
    await recheckRejected(stack);
    return published;
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code !== 'publication_refused') throw error;
    const { message, code, exit, cause } = error;
    const remedy = await remedyOfRefusal(stack, begun);
    throw new OperatorError(message, { code, exit, result: error.result, cause, remedy });
  }
};

/**
 * If the last recorded run was rejected or failed, requests a full run, whose result replaces it in `waypost status`.
 * The run for these changes read only their rows, so it does not show whether all other records can be published.
 */
const recheckRejected = async (stack: OperatedStack): Promise<void> => {
  const runs = await readRuns(stack.published).catch(() => []);
  const status = runs.find(({ outcome }) => outcome.status !== 'held')?.outcome.status;
  if (status !== 'refused' && status !== 'failed') return;
  say('publishing all stored records, because an earlier publication was rejected or failed ...');
  await publishInTurn(stack, { reason: 'manual changes', onlyChanges: true }).catch((error: unknown) => {
    say(`the changes are published, but not all other stored records: ${errorMessage(error)}`);
  });
};

/**
 * Explains how to proceed after a rejected publication. Records that were rejected before the change, such as imported
 * ones, are published with it and therefore rejected again.
 */
const remedyOfRefusal = async (stack: OperatedStack, { startedAt, undo }: Begun): Promise<string> => {
  const force = stack.command('waypost publish --force');
  // The rejection is reported even if the earlier runs cannot be read.
  const runs = await readRuns(stack.published).catch(() => []);
  const before = runs.find((run) => run.startedAt < startedAt && run.outcome.status !== 'held');
  return before?.outcome.status === 'refused'
    ? `The publication before the change was also rejected (${before.reason}, ${before.startedAt}), and its records would be published too. Correct them, or publish everything that is stored: ${force}`
    : [`To publish it anyway: ${force}`, ...undo].join('. ');
};
