import { expect, it } from 'vitest';
import { openApiDocuments } from '../../infra/openapi/openapi-documents.ts';
import { routes } from '../../infra/routes/routes.ts';
import { operationsOf, readDocument } from '../support/openapi/read-document.ts';
import { fuzzedOperations, subjects } from './subjects.ts';

it('the fuzzer asks every operation of the route table', () => {
  const operations = routes.map(({ operationId }) => operationId);
  expect(subjects.map(({ operationId }) => operationId).toSorted()).toEqual(operations.toSorted());
});

const documented = Object.values(openApiDocuments({ origin: '' }))
  .map(readDocument)
  .flatMap(operationsOf);

/** Which versions there are the fuzzer cannot know: the contract suites ask for what follows on them. */
const notFuzzed = ['exportWorkCentres since'];

it.each(fuzzedOperations)(
  'the fuzzer gives $operationId every parameter',
  ({ operationId, inPath, inQuery }) => {
    const { parameters = [] } = documented.find((each) => each.operationId === operationId) ?? {};
    const wanted = parameters
      .filter((parameter) => parameter.in !== 'header')
      .map(({ name }) => name)
      .filter((name) => !notFuzzed.includes(`${operationId} ${name}`));
    expect([...inPath, ...inQuery].map(({ name }) => name).toSorted()).toEqual(wanted.toSorted());
  },
);
