import { setTimeout } from 'node:timers/promises';
import { routes } from '../../infra/routes/routes.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { requestablePath } from '../support/targets/operation-paths.ts';

/** Maximum attempts per operation, one second apart. */
const attempts = 60;

/**
 * Sends requests to every operation until its function has started. The enquiry has no members, so that it is not
 * stored. On a busy machine, starting eighteen functions at once exceeds the gateway's time limit.
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
