import { answerChanges, requestBodyChanges } from './body-changes.ts';
import { type BreakingChange, became, pairsOf, type Versions } from './breaking-change.ts';
import { type DescribedApi, type DescribedOperation, describedApi } from './described-api.ts';
import { parameterChanges } from './parameter-changes.ts';
import { schemeChanges, securityChanges } from './security-changes.ts';

const operationChanges = (
  { former, next }: Versions<DescribedOperation>,
  at: string,
): readonly BreakingChange[] => [
  // Generated clients name their functions by it.
  ...(former.operationId === next.operationId
    ? []
    : [{ at, what: became('operationId', { former: former.operationId, next: next.operationId }) }]),
  ...securityChanges({ former: former.security, next: next.security }, at),
  ...parameterChanges({ former: former.parameters, next: next.parameters }, at),
  ...requestBodyChanges({ former: former.requestBody, next: next.requestBody }, at),
  ...answerChanges({ former: former.responses, next: next.responses }, at),
];

const basePathChanges = ({ former, next }: Versions<DescribedApi['basePaths']>): readonly BreakingChange[] =>
  former
    .filter((path) => !next.includes(path))
    .map((path) => ({ at: 'servers', what: `${path || '/'} is gone` }));

/**
 * What in the next OpenAPI 3.1 document of a service breaks clients that were written to the former: empty where it
 * breaks nobody. Written here since what compares such documents elsewhere (oasdiff, openapi-changes) is in Go, and no
 * package of the registry knows 3.1. Throws ZodError for what is no such document.
 */
export const breakingChanges = (documents: Versions<unknown>): readonly BreakingChange[] => {
  const former = describedApi(documents.former);
  const next = describedApi(documents.next);
  return [
    ...basePathChanges({ former: former.basePaths, next: next.basePaths }),
    ...schemeChanges({ former: former.securitySchemes, next: next.securitySchemes }),
    ...pairsOf({ former: former.operations, next: next.operations }).flatMap(([at, operation]) => {
      if (operation.former === undefined) return [];
      if (operation.next === undefined) return [{ at, what: 'is gone' }];
      return operationChanges({ former: operation.former, next: operation.next }, at);
    }),
  ];
};
