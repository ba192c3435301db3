import { runningStack } from '../stack/running-stack.ts';
import { stackBucket } from '../stack/stack-bucket.ts';
import { publicationProblems } from './publication-problems.ts';
import { readPublicationState } from './publication-state.ts';
import type { Status } from './publication-status.ts';
import { statusJson } from './status-json.ts';
import { statusText } from './status-text.ts';

/** `waypost status`: answers with the exit status, 1 where something needs a person. Throws OperatorError. */
export const statusCommand = async ({
  dataDir,
  json = false,
}: {
  readonly dataDir: string;
  readonly json?: boolean;
}): Promise<number> => {
  const stack = await runningStack(dataDir);
  const bucket = stackBucket(stack);
  try {
    const state = await readPublicationState(stack, dataDir, bucket);
    const now = new Date();
    const status: Status = { state, problems: [...publicationProblems(state, now)], now };
    process.stdout.write(`${json ? statusJson(status) : statusText(status)}\n`);
    return status.problems.length === 0 ? 0 : 1;
  } finally {
    bucket.client.destroy();
  }
};
