import { describe, expect, it } from 'vitest';
import type { Route } from '../../infra/routes/route.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { routeFinder } from '../support/targets/handler-target.ts';

/** Runs contract suites on a target, then checks that each of these operations succeeded at least once. */
export const everyOperation = (
  routes: readonly Route[],
  target: () => ApiTarget,
  suites: (target: () => ApiTarget) => void,
) => {
  const find = routeFinder(routes);
  const succeeded = new Set<string>();
  const recording: ApiTarget = {
    async send(request) {
      const response = await target().send(request);
      const route = find(request.path)?.route;
      if (route?.method === (request.method ?? 'GET') && response.status < 400)
        succeeded.add(route.operationId);
      return response;
    },
  };
  suites(() => recording);

  describe('the contract suites', () => {
    it('get a successful response from every operation', () => {
      expect([...succeeded].toSorted()).toEqual(routes.map(({ operationId }) => operationId).toSorted());
    });
  });
};
