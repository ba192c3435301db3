import { setTimeout } from 'node:timers/promises';
import { routes } from '../../infra/routes/routes.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { requestablePath } from '../support/targets/operation-paths.ts';

const attempts = 60;

/** Starts the functions in turn, because all at once exceed the timeout of the gateway on a busy machine. */
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
