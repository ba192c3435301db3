import type { Run } from './command.ts';
import { formatCounted } from './terminal/text.ts';

/** `waypost redrive`. Throws OperatorError. */
export const redriveCommand: Run<{ readonly discard?: boolean }> = async (
  { openStack },
  { discard = false },
) => {
  const stack = await openStack();
  const { redriven, deleted } = await stack.redrive(discard);
  const text = discard
    ? `${formatCounted(deleted, 'event')} deleted`
    : `${formatCounted(redriven, 'event')} will be retried`;
  return { data: { redriven, deleted }, text };
};
