// First, for streaming handlers ask for it when they are made.

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  apiHandlerOf,
  type ServiceContract,
  streamingApiHandlerOf,
} from '../../../shared/http/api-handler.ts';
import { notFound, refuse } from '../../../shared/http/errors.ts';
import { allowedRequestHeaders, commonHeaders } from '../../../shared/http/headers.ts';
import { ApiResponse } from '../../../shared/http/response.ts';
import { keyEvent } from '../../support/gateway/key-event.ts';
import { runStreaming } from '../../support/streaming-runtime.ts';

const contract: ServiceContract = {
  opens: () => true,
  outage: 'SERVICE_UNAVAILABLE',
  failures: [],
  namesSource: true,
};
const context: never = {} as never;
const event = (limits: Readonly<Record<string, string>> = { ratePerSecond: '100' }) =>
  keyEvent({ path: '/points' }, limits);
const headersOf = async (respond: () => Promise<object>, given: object = event()) =>
  (await apiHandlerOf(contract)({}, respond)(given, context)).headers;

const limit = { 'x-ratelimit-limit-second': '100' };

describe('the rate limit of the key', () => {
  it('stands on answers, redirections, refusals and failures', async () => {
    expect(await headersOf(async () => ({}))).toMatchObject(limit);
    expect(await headersOf(async () => new ApiResponse(302, { location: 'https://files' }))).toMatchObject({
      ...limit,
      location: 'https://files',
    });
    for (const error of [notFound('no'), new Error('broken')]) {
      expect(await headersOf(() => Promise.reject(error))).toMatchObject(limit);
    }
  });

  it('stands on streamed answers', async () => {
    const handler = streamingApiHandlerOf(contract)({}, async () => ({}));
    const { prelude } = await runStreaming(handler, event());
    expect(z.object({ headers: z.looseObject({}) }).parse(prelude).headers).toMatchObject(limit);
  });

  it('stands on the refusals of unknown paths and methods', () => {
    const requestContext = { requestId: 'id', authorizer: { ratePerSecond: '100' } };
    const request = {
      resource: '/{proxy+}',
      pathParameters: {},
      multiValueQueryStringParameters: {},
      multiValueHeaders: {},
      isBase64Encoded: false,
      requestContext,
    };
    expect(refuse(request, notFound('no')).headers).toMatchObject(limit);
  });

  it('is not told where the plan has none, and where no key was asked for', async () => {
    expect(await headersOf(async () => ({}), event({}))).toEqual(commonHeaders);
    const { requestContext, ...open } = event();
    const { authorizer: _, ...openContext } = requestContext;
    expect(await headersOf(async () => ({}), { ...open, requestContext: openContext })).toEqual(
      commonHeaders,
    );
  });

  it('may be read by browsers, which are told of no header that nobody sends', () => {
    const exposed = commonHeaders['access-control-expose-headers'].split(', ');
    expect(exposed).toContain('x-ratelimit-limit-second');
    expect(exposed).not.toContain('x-ratelimit-remaining-second');
    expect(allowedRequestHeaders).toContain('waypost-simulate');
  });
});
