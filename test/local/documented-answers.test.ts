import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocuments } from '../../infra/openapi/openapi-documents.ts';
import type { Route } from '../../infra/routes/route.ts';
import { routes } from '../../infra/routes/routes.ts';
import { basePathOf } from '../../shared/domain/access/service.ts';
import { answerJudge } from '../support/openapi/answer-judge.ts';
import { readDocument } from '../support/openapi/read-document.ts';
import type { TargetRequest } from '../support/targets/api-target.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { requestablePath } from '../support/targets/operation-paths.ts';
import { issueKey, sharedStack } from './running-stack.ts';

const { url, dataDirectory } = sharedStack;
const judge = answerJudge(Object.values(openApiDocuments({ origin: '' })).map(readDocument));

const isV2 = ({ path }: Route): boolean => path.startsWith(`${basePathOf['locations-v2']}/`);

interface Mistake {
  readonly status: number;
  readonly key: 'sandbox' | 'none' | 'of another service';
  readonly request: TargetRequest;
}

const mistakesOf = (route: Route): readonly Mistake[] => {
  const { method, open } = route;
  const path = requestablePath(route.path);
  const request = { method, path, ...(method === 'POST' && { body: '{}' }) };
  const simulating = (status: string) => ({ ...request, headers: { 'waypost-simulate': status } });
  const ofEveryOperation: readonly Mistake[] = [
    { status: 405, key: 'sandbox', request: { method: 'DELETE', path } },
    { status: 400, key: 'sandbox', request: { ...request, path: `${path}?a=%zz` } },
    { status: 400, key: 'sandbox', request: { ...request, path: `${path}?a=${'x'.repeat(14_000)}` } },
  ];
  const withKey: readonly Mistake[] = [
    { status: 401, key: 'none', request },
    { status: 403, key: 'of another service', request },
    { status: 429, key: 'sandbox', request: simulating('429') },
    { status: isV2(route) ? 500 : 503, key: 'sandbox', request: simulating('503') },
  ];
  return open ? ofEveryOperation : [...ofEveryOperation, ...withKey];
};

describe('errors match the OpenAPI document of their operation', () => {
  let sandbox: string;
  let ofV2: string;
  let ofV3: string;
  beforeAll(async () => {
    sandbox = await issueKey(dataDirectory, { sandbox: true });
    ofV2 = await issueKey(dataDirectory, { scopes: ['locations-v2'] });
    ofV3 = await issueKey(dataDirectory, { scopes: ['locations-v3:export'] });
  });

  const keyOf = (key: Mistake['key'], route: Route): string | undefined => {
    if (key === 'sandbox') return sandbox;
    if (key === 'none') return undefined;
    return isV2(route) ? ofV3 : ofV2;
  };

  it.each(routes)('$operationId', async (route) => {
    for (const { status, key, request } of mistakesOf(route)) {
      const answer = await httpTarget(url, keyOf(key, route)).send(request);
      expect(answer.status, answer.body).toBe(status);
      expect(judge(route.operationId, answer), `the document on a ${status}`).toBeUndefined();
    }
  });
});
