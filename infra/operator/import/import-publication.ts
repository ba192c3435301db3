import type { PublicationResult } from '../../../shared/domain/location/publication.ts';
import { OperatorError } from '../operator-error.ts';
import { isGood, whyNotPublished } from '../publish/publication-report.ts';
import { publishInTurn } from '../publish/publication-turn.ts';
import { awaitServed } from '../publish/served-publication.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

/** Milliseconds that the records of an import wait for another publication to end. */
const patience = 5 * 60_000;

/** What to publish, and how. */
export interface ImportPublication {
  readonly stack: OperatedStack;
  readonly force: boolean;
  /** Of the sample nothing is to be protected. */
  readonly replacesSample: boolean;
}

const publishStored = async (stack: OperatedStack, force: boolean): Promise<PublicationResult> => {
  try {
    const request = { reason: 'import', onlyChanges: true, ...(force && { force }) };
    return await publishInTurn(stack, request, patience);
  } catch (cause) {
    if (!(cause instanceof OperatorError)) throw cause;
    throw new OperatorError(`the records are stored, but ${cause.message}`, { cause });
  }
};

/**
 * Publishes what an import has stored, unless nothing of that differs from what is published, and returns when it is
 * being served. Throws OperatorError where the records are stored and not published, or not served in time.
 */
export const publishImport = async ({ stack, force, replacesSample }: ImportPublication): Promise<void> => {
  if (replacesSample) process.stderr.write('replacing the sample network\n');
  const result = await publishStored(stack, force || replacesSample);
  if (result.status === 'busy') {
    throw new OperatorError(
      `the records are stored, but another publication is still running after ${patience / 60_000} minutes. To publish after it: ${stack.command('waypost publish --wait')}`,
    );
  }
  if (!isGood(result)) {
    throw new OperatorError(`the records are stored, but ${whyNotPublished(result, stack, false)}`);
  }
  if (replacesSample) await stack.sampleIsReplaced();
  if (result.status === 'unchanged')
    process.stderr.write(`nothing differs from what is published: version ${result.version} stays\n`);
  await awaitServed(stack, result);
};
