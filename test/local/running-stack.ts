import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { inject } from 'vitest';
import type { KeyRequest } from '../../shared/data-access/access/key-request.ts';
import { services } from '../../shared/domain/access/service.ts';
import type { SharedStackFile } from '../support/stack/shared-stack.ts';
import { removeDataDirectory, startStackProcess } from '../support/stack/stack-process.ts';
import { issueKeyOn } from '../support/stack/stack-stores.ts';

/** Waits until the shared stack is ready, which takes about 20 seconds after the tests begin. */
const readSharedStack = async () => {
  const file = inject('sharedStackFile');
  const begin = performance.now();
  while (performance.now() - begin < 300_000) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    const content: SharedStackFile | undefined = text === undefined ? undefined : JSON.parse(text);
    if (content && 'error' in content) throw new Error(content.error);
    if (content) return content;
    await delay(100);
  }
  throw new Error('the shared stack is not ready after 5 minutes');
};

/** Stack with the fixture network. Tests may change only its keys and enquiries. */
export const sharedStack = await readSharedStack();

export type OwnStack = Awaited<ReturnType<typeof startOwnStack>>;

/** Starts an empty stack that a test file may change freely, with the assembly of the shared stack. */
export const startOwnStack = async (dataDirectory?: string) => {
  const stack = await startStackProcess({
    ...(dataDirectory !== undefined && { dataDirectory }),
    assemblyOf: sharedStack.dataDirectory,
  });
  const remove = async () => {
    await stack.stop();
    await removeDataDirectory(stack.dataDirectory);
  };
  return { ...stack, remove };
};

/** Issues a test key, by default for all services to the client `A partner` with the plan `unlimited`. */
export const issueKey = (dataDirectory: string, request: Partial<KeyRequest> = {}): Promise<string> =>
  issueKeyOn(dataDirectory, {
    client: 'A partner',
    plan: 'unlimited',
    scopes: [...services],
    environment: 'test',
    ...request,
  });
