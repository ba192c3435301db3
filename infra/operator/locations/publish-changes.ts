import { asOperatorError, type OperatorError } from '../errors.ts';
import { publishInTurn } from '../publish/publish.ts';
import { awaitServed } from '../publish/serving.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt } from '../terminal/output.ts';

/** Milliseconds for which changes wait for another publication to end. */
const patience = 5 * 60_000;

/** A publication with changes by hand. */
export interface PublishedChanges {
  readonly publication: Awaited<ReturnType<typeof publishInTurn>>;
  readonly served: string;
  /** Sentence about what is served. */
  readonly note: string;
}

/**
 * Publishes changed locations and waits until they are served. The stream of the table publishes them too, but says
 * nothing about it. If this fails, the changes are kept, and the error has `result` and says so. Throws OperatorError.
 */
export const publishChanges = async (
  stack: OperatedStack,
  changed: readonly string[],
  result: NonNullable<OperatorError['result']>,
): Promise<PublishedChanges> => {
  const forget = onInterrupt(
    `the changes are stored, and will be published. \`${stack.command('waypost status')}\` shows what is published`,
  );
  try {
    const request = { reason: 'changes by hand', onlyChanges: true, changed: [...changed] };
    const publication = await publishInTurn(stack, request, patience);
    const { state, note } = await awaitServed(stack, publication);
    return { publication, served: state, note };
  } catch (thrown) {
    const error = asOperatorError(thrown);
    throw error.after(
      {
        data: { ...result.data, publication: error.result?.data ?? null },
        text: [result.text, error.result?.text].filter(Boolean).join('\n\n'),
      },
      'the changes are stored, but ',
    );
  } finally {
    forget();
  }
};
