import type { StackFile } from '../../../local/data-directory/stack-file.ts';
import { errorMessage } from '../../error-message.ts';
import { OperatorError } from '../../operator-error.ts';
import type { ClientGateway } from '../operated-stack.ts';

/** Long for one question on one machine. */
const flushMilliseconds = 5_000;

const notForgotten = (why: string, cause?: unknown) =>
  new OperatorError(
    `the gateway of the stack does not say that it has forgotten its keys (${why}). It does so by itself in a second; repeat the command to be sure`,
    { cause },
  );

/** The gateway of a stack on this machine: it lets through whom the authoriser lets through, and remembers that for a second. */
export const localGateway = ({
  controlEndpoint,
  credentials,
}: Pick<StackFile, 'controlEndpoint' | 'credentials'>): ClientGateway => ({
  admit: async () => {},
  findDrift: async () => [],
  repair: async () => {},
  answersWithin: 0,
  async forgetKeys() {
    const url = new URL('/restapis/local/stages/local/cache/authorizers', controlEndpoint);
    const response = await fetch(url, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${credentials.secretAccessKey}` },
      signal: AbortSignal.timeout(flushMilliseconds),
    }).catch((error: unknown) => {
      throw notForgotten(errorMessage(error), error);
    });
    if (!response.ok) throw notForgotten(`status ${response.status}`);
  },
});
