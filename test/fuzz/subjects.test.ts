import { expect, it } from 'vitest';
import { routes } from '../../infra/routes/routes.ts';
import { subjects } from './subjects.ts';

it('the fuzzer asks every operation of the route table', () => {
  const operations = routes.map(({ operationId }) => operationId);
  expect(subjects.map(({ operationId }) => operationId).toSorted()).toEqual(operations.toSorted());
});
