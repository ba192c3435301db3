import { describe, expect, it } from 'vitest';
import {
  apiHandlerOf,
  type ServiceContract,
  streamingApiHandlerOf,
} from '../../../shared/http/api-handler.ts';
import { notFound } from '../../../shared/http/errors.ts';
import { catalogueVersionHeader, commonHeaders } from '../../../shared/http/headers.ts';
import type { LambdaFunction } from '../../support/streaming-runtime.ts';
import { handlerTarget } from '../../support/targets/handler-target.ts';

const contractWith = (version: () => string | undefined): ServiceContract => ({
  opens: () => true,
  outage: 'SERVICE_UNAVAILABLE',
  failures: [],
  namesSource: false,
  headers: () => catalogueVersionHeader(version()),
});

const get = (handler: LambdaFunction) =>
  handlerTarget([{ path: '/points', handler }]).send({ method: 'GET', path: '/points' });

describe('the headers of a service', () => {
  it('stand beside the common ones, as they are once the answer is made', async () => {
    let version: string | undefined;
    const handler = apiHandlerOf(contractWith(() => version))({}, async () => {
      version = 'v1';
      return { points: [] };
    });
    expect(await get(handler)).toMatchObject({
      status: 200,
      headers: { ...commonHeaders, 'waypost-catalogue-version': 'v1' },
    });
  });

  it('stand on streamed answers as well', async () => {
    const handler = streamingApiHandlerOf(contractWith(() => 'v1'))({}, async () => ({}));
    expect(await get(handler)).toMatchObject({ status: 200, headers: { 'waypost-catalogue-version': 'v1' } });
  });

  it('stand on errors as well', async () => {
    const refuse = async () => {
      throw notFound('There is no such work centre.');
    };
    const headers = { 'waypost-catalogue-version': 'v1' };
    const contract = contractWith(() => 'v1');
    expect(await get(apiHandlerOf(contract)({}, refuse))).toMatchObject({ status: 404, headers });
    expect(await get(streamingApiHandlerOf(contract)({}, refuse))).toMatchObject({ status: 404, headers });
  });

  it('name no catalogue version before there is one', async () => {
    const handler = apiHandlerOf(contractWith(() => undefined))({}, async () => ({}));
    expect((await get(handler)).headers).toEqual(commonHeaders);
  });

  it('may be read by browsers of other origins', () => {
    expect(commonHeaders['access-control-expose-headers'].split(', ')).toContain('waypost-catalogue-version');
  });
});
