import type {
  PublicationRequest,
  PublicationResult,
  PublishedKind,
} from '../../../shared/domain/publication/publication.ts';
import { OperatorError } from '../operator-error.ts';
import { isGood, whyNotPublished } from '../publish/publication-report.ts';
import { publishInTurn } from '../publish/publication-turn.ts';
import { awaitServed } from '../publish/served-publication.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { say } from './import-report.ts';
import { replacingSample } from './sample-replacement.ts';

/** Milliseconds that the records of an import wait for another publication to end. */
const patience = 5 * 60_000;

/** What to publish, and how. */
export interface ImportPublication {
  readonly stack: OperatedStack;
  readonly kind: PublishedKind;
  /** Whether the loss of records of its kind is published; that of the other is checked nevertheless. */
  readonly force: boolean;
  /** Of the sample nothing is to be protected. */
  readonly replacesSample: boolean;
}

const publishStored = async ({
  stack,
  kind,
  force,
  replacesSample,
}: ImportPublication): Promise<PublicationResult> => {
  try {
    const request: PublicationRequest = {
      reason: 'import',
      onlyChanges: true,
      // Not `force`, which would also publish half of an import that has begun since this one ended.
      ...((force || replacesSample) && { mayLose: kind }),
    };
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
export const publishImport = async (publication: ImportPublication): Promise<void> => {
  const { stack, kind, replacesSample } = publication;
  if (replacesSample) say(replacingSample(kind));
  const result = await publishStored(publication);
  if (result.status === 'busy') {
    throw new OperatorError(
      `the records are stored, but another publication is still running after ${patience / 60_000} minutes. To publish after it: ${stack.command('waypost publish --wait')}`,
    );
  }
  if (!isGood(result)) {
    // Its own mark has ended: what holds it is another import, which goes on as a rule.
    const isRunning = result.status === 'held' && (await stack.importIsRunning());
    throw new OperatorError(`the records are stored, but ${whyNotPublished(result, stack, isRunning)}`);
  }
  if (replacesSample) await stack.sampleIsReplaced(kind);
  if (result.status === 'unchanged')
    say(`nothing differs from what is published: version ${result.version} stays`);
  await awaitServed(stack, result);
};
