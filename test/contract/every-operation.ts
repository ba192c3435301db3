import { describe, expect, it } from 'vitest';
import type { Route } from '../../infra/routes/route.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { byPrecedence, matchTemplate } from '../support/targets/handler-target.ts';

/** Runs contract suites on a target, then checks that each of these operations succeeded at least once. */
export const everyOperation = (
  routes: readonly Route[],
  target: () => ApiTarget,
  suites: (target: () => ApiTarget) => void,
) => {
  const preferred = routes.toSorted((one, other) => byPrecedence(one.path, other.path));
  const succeeded = new Set<string>();
  const recording: ApiTarget = {
    async send(request) {
      const response = await target().send(request);
      const [path = ''] = request.path.split('?');
      const route = preferred.find((each) => matchTemplate(each.path, path) !== undefined);
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
