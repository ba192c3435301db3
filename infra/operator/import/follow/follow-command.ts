import { type StackChoice, withStack } from '../../stack/open-stack.ts';
import { followToEnd } from './follow-to-end.ts';

/** `waypost import follow`: answers with the exit status. Throws OperatorError. */
export const followCommand = (
  key: string,
  options: StackChoice & { readonly json?: boolean },
): Promise<number> =>
  withStack(options, (stack) =>
    followToEnd({ stack, key, originOf: (line) => ({ source: key, line }), json: options.json }),
  );
