import { type StackChoice, withStack } from '../stack/open-stack.ts';
import { shortName } from '../terminal/short-name.ts';
import { unbroken } from '../terminal/wrapped-text.ts';
import { publicationProblems } from './publication-problems.ts';
import { readPublicationState } from './publication-state.ts';
import type { Status } from './publication-status.ts';
import { statusJson } from './status-json.ts';
import { statusText } from './status-text.ts';

/** `waypost status`: answers with the exit status, 1 where something needs a person. Throws OperatorError. */
export const statusCommand = (options: StackChoice & { readonly json?: boolean }): Promise<number> =>
  withStack(options, async (stack) => {
    const { json = false } = options;
    const command = (words: string) => unbroken(stack.command(words));
    const state = await readPublicationState(json ? stack : { ...stack, command });
    const now = new Date();
    const problems = [...publicationProblems(state, now, json ? undefined : shortName)];
    const status: Status = { state, problems, now };
    process.stdout.write(`${json ? statusJson(status) : statusText(status)}\n`);
    return status.problems.length === 0 ? 0 : 1;
  });
