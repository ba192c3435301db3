import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  apiHandlerOf,
  type ServiceContract,
  streamingApiHandlerOf,
} from '../../../shared/http/api-handler.ts';
import { notFound, rejectRequest } from '../../../shared/http/errors.ts';
import { gatewayEvent } from '../../../shared/http/gateway-event.ts';
import {
  allowedRequestHeaders,
  catalogueVersionHeader,
  commonHeaders,
} from '../../../shared/http/headers.ts';
import { ApiResponse } from '../../../shared/http/response.ts';
import { keyEvent } from '../../support/gateway/gateway-event-of.ts';
import { runStreaming } from '../../support/streaming-runtime.ts';

let version: string | undefined;
const contract: ServiceContract = {
  allows: () => true,
  outage: 'SERVICE_UNAVAILABLE',
  failures: [],
  namesSource: true,
  headers: () => catalogueVersionHeader(version),
};

const context: never = {} as never;
const eventWith = (limits: Readonly<Record<string, string>>) => keyEvent({ path: '/points' }, limits);
const event = eventWith({ ratePerSecond: '100' });
const prelude = z.object({ headers: z.looseObject({}) });

const headersOf = async (respond: () => Promise<object>, given: object = event) =>
  (await apiHandlerOf(contract)({}, respond)(given, context)).headers;
const streamedHeadersOf = async (respond: () => Promise<object>) =>
  prelude.parse((await runStreaming(streamingApiHandlerOf(contract)({}, respond), event)).prelude).headers;

const rate = { 'x-ratelimit-limit-second': '100' };

describe('the headers of a response', () => {
  it('are those of the service once the response exists, and the rate limit of the key', async () => {
    version = undefined;
    const respond = async () => {
      version = 'v1';
      return {};
    };
    const expected = { ...commonHeaders, ...rate, 'waypost-catalogue-version': 'v1' };
    expect(await headersOf(respond)).toEqual(expected);
    expect(await streamedHeadersOf(respond)).toMatchObject(expected);
  });

  it('are on redirections, rejections and failures as well', async () => {
    version = 'v1';
    const expected = { ...commonHeaders, ...rate, 'waypost-catalogue-version': 'v1' };
    const redirection = async () => new ApiResponse(302, { location: 'https://files' });
    expect(await headersOf(redirection)).toEqual({ ...expected, location: 'https://files' });
    for (const error of [notFound('no'), new Error('broken')]) {
      expect(await headersOf(() => Promise.reject(error))).toEqual(expected);
      expect(await streamedHeadersOf(() => Promise.reject(error))).toMatchObject(expected);
    }
  });

  it('have the rate limit for unknown paths and methods', () => {
    expect(rejectRequest(gatewayEvent.parse(event), notFound('no')).headers).toMatchObject(rate);
  });

  it('are only the common ones without a catalogue, a plan or a key', async () => {
    version = undefined;
    expect(await headersOf(async () => ({}), eventWith({}))).toEqual(commonHeaders);
    const { requestContext, ...rest } = event;
    const open = { ...rest, requestContext: { requestId: requestContext.requestId } };
    expect(await headersOf(async () => ({}), open)).toEqual(commonHeaders);
  });

  it('can be read by browsers of other origins, which may send those of the API', () => {
    const exposed = commonHeaders['access-control-expose-headers'].split(', ');
    expect(exposed).toEqual(expect.arrayContaining([...Object.keys(rate), 'waypost-catalogue-version']));
    expect(exposed).not.toContain('x-ratelimit-remaining-second');
    expect(allowedRequestHeaders).toContain('waypost-simulate');
  });
});
