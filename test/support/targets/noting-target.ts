import { routes } from '../../../infra/routes/routes.ts';
import type { ApiTarget, TargetRequest, TargetResponse } from './api-target.ts';
import { matchTemplate, mostFixedFirst } from './handler-target.ts';

const preferred = routes.toSorted((one, other) => mostFixedFirst(one.path, other.path));

const operationOf = ({ method = 'GET', path }: TargetRequest): string | undefined => {
  const [bare = ''] = path.split('?');
  const found = preferred.find((route) => matchTemplate(route.path, bare) !== undefined);
  return found?.method === method ? found.operationId : undefined;
};

export interface NotingTarget extends ApiTarget {
  /** Ids of the operations that were asked and gave an answer that counts, in the order of the alphabet. */
  operations(): readonly string[];
}

/** Creates a target that passes all on to another, and notes which operations of the route table were asked. */
export const notingTarget = (
  target: () => ApiTarget,
  counts: (answer: TargetResponse) => boolean = () => true,
): NotingTarget => {
  const noted = new Set<string>();
  return {
    async send(request) {
      const answer = await target().send(request);
      const operationId = operationOf(request);
      if (operationId !== undefined && counts(answer)) noted.add(operationId);
      return answer;
    },
    operations: () => [...noted].toSorted(),
  };
};
