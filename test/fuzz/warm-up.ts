import { setTimeout } from 'node:timers/promises';
import { routes } from '../../infra/routes/routes.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { requestablePath } from '../support/targets/operation-paths.ts';

/** Maximum number of attempts per operation, one second apart. */
const attempts = 60;

/**
 * Sends requests to every operation until its function has started, because starting eighteen functions at once exceeds
 * the gateway's timeout on a busy machine. The enquiry has no members, so it is not stored.
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
