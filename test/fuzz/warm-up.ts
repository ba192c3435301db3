import { setTimeout } from 'node:timers/promises';
import { routes } from '../../infra/routes/routes.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { requestablePath } from '../support/targets/operation-paths.ts';

/** How often an operation is asked for its first answer, a second apart. */
const attempts = 60;

/**
 * Asks every operation until its function has started; an enquiry without members is not stored. On a busy machine
 * the first start of eighteen functions at once takes longer than clients are let wait, and that is not looked for.
 */
export const warmUp = async (target: ApiTarget): Promise<void> => {
  for (const { method, path } of routes) {
    const request = { method, path: requestablePath(path), ...(method === 'POST' && { body: '{}' }) };
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { status } = await target.send(request);
      if (status < 500) break;
      await setTimeout(1_000);
    }
  }
};
