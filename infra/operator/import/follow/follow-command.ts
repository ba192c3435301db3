import { readFileKey } from '../../../../shared/data-access/importing/put-file.ts';
import { UsageError } from '../../operator-error.ts';
import { type StackChoice, withStack } from '../../stack/open-stack.ts';
import { followToEnd } from './follow-to-end.ts';

/** Of what is never imported no report would come, however long one waits. */
const refuseOthers = (key: string): void => {
  const { whyNot } = readFileKey(key);
  if (whyNot !== undefined) throw new UsageError(`${key} is never imported: ${whyNot}`);
};

/** `waypost import follow`: answers with the exit status. Throws UsageError, OperatorError. */
export const followCommand = async (
  key: string,
  options: StackChoice & { readonly json?: boolean },
): Promise<number> => {
  refuseOthers(key);
  return withStack(options, (stack) =>
    followToEnd({ stack, key, originOf: (line) => ({ source: key, line }), json: options.json }),
  );
};
