import type { Run } from './command.ts';
import { formatCounted } from './terminal/text.ts';

/** `waypost redrive`. Throws OperatorError. */
export const redriveCommand: Run<{ readonly discard?: boolean }> = async (
  { openStack },
  { discard = false },
) => {
  const stack = await openStack();
  const result = await stack.redrive(discard);
  const { redriven, kept, deleted } = result;
  if (discard) return { data: result, text: `${formatCounted(deleted, 'event')} deleted` };
  const text = `${formatCounted(redriven, 'event')} will be retried`;
  if (kept === 0) return { data: result, text };
  const discardAll = stack.command('waypost redrive --discard');
  const note = `${formatCounted(kept, 'event')} cannot be retried, because their source is no longer part of the stack. \`${discardAll}\` deletes them.`;
  return { data: result, text, notes: [note] };
};
