import { describe, it } from 'vitest';
import { routes } from '../../../infra/routes/routes.ts';
import type { ApiTarget } from '../../support/targets/api-target.ts';
import { requestablePath } from '../../support/targets/operation-paths.ts';
import { expectError } from './error-codes.ts';

const guarded = routes
  .filter(({ open }) => !open)
  .map(({ method, path }) => ({ method, path: requestablePath(path) }));

/** Requests without a valid key. The target must not send a key itself. */
export const keysSuite = (target: () => ApiTarget) => {
  describe('requests without a valid key', () => {
    it.each(guarded)(
      'A01 $method $path returns 401 without a key and with an unknown key',
      async ({ method, path }) => {
        const attempts: Record<string, string>[] = [{}, { 'AUTH-KEY': 'not-a-key' }];
        for (const headers of attempts) {
          expectError(path, await target().send({ method, path, headers }), 401, 'UNAUTHORIZED');
        }
      },
    );
  });
};
