import { describe, expect, it } from 'vitest';
import type { Route } from '../../infra/routes/route.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { notingTarget } from '../support/targets/noting-target.ts';

/** Runs contract suites on a target; at last each of these operations must have answered one of their requests well. */
export const everyOperation = (
  routes: readonly Route[],
  target: () => ApiTarget,
  suites: (target: () => ApiTarget) => void,
) => {
  const noting = notingTarget(target, ({ status }) => status < 400);
  suites(() => noting);

  describe('the suites', () => {
    it('get a success from every operation', () => {
      expect(noting.operations()).toEqual(routes.map(({ operationId }) => operationId).toSorted());
    });
  });
};
