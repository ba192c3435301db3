// First, for streaming handlers ask for it when they are made.

import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import {
  apiHandlerOf,
  type ServiceContract,
  streamingApiHandlerOf,
} from '../../../shared/http/api-handler.ts';
import { integerParam } from '../../../shared/http/query-params.ts';
import { keyEvent } from '../../support/gateway/gateway-event-of.ts';
import { runStreaming } from '../../support/streaming-runtime.ts';

const context: never = {} as never;
const schema = { query: z.object({ size: integerParam(0, 9) }) };

interface Ask {
  readonly simulate?: string | readonly string[];
  readonly sandbox?: boolean;
  readonly query?: string;
}

const eventOf = ({ simulate, sandbox = true, query = '' }: Ask) =>
  keyEvent(
    { path: `/points${query}`, ...(simulate !== undefined && { headers: { 'Waypost-Simulate': simulate } }) },
    { ratePerSecond: '100', ...(sandbox && { sandbox: 'true' }) },
  );

const setUp = (outage: ServiceContract['outage'] = 'SERVICE_UNAVAILABLE') => {
  const contract: ServiceContract = {
    opens: (scopes) => scopes !== 'none',
    outage,
    failures: [],
    namesSource: true,
    onAnswered: vi.fn(),
  };
  const respond = vi.fn(async ({ sandbox }: { sandbox: boolean }) => ({ sandbox }));
  const send = async (ask: Ask) => {
    const { statusCode, headers, body } = await apiHandlerOf(contract)(schema, respond)(
      eventOf(ask),
      context,
    );
    return { status: statusCode, headers, body: JSON.parse(body) };
  };
  return { contract, respond, send };
};

describe('a sandbox key', () => {
  it('that asks twice for the same error gets it, and for two errors is refused by the name of the header', async () => {
    const { send } = setUp();
    expect((await send({ simulate: ['429', '429'] })).status).toBe(429);
    const answer = await send({ simulate: ['429', '503'] });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ source: { parameter: 'waypost-simulate' } }]);
  });

  it('that asks for 429 gets what the gateway answers to a client beyond its rate', async () => {
    const { send } = setUp();
    const answer = await send({ simulate: '429' });
    expect(answer).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1', 'x-ratelimit-limit-second': '100', 'access-control-allow-origin': '*' },
      body: {
        errors: [
          {
            code: 'TOO_MANY_REQUESTS',
            detail: 'Rate limit exceeded. Retry after the number of seconds in Retry-After.',
          },
        ],
      },
    });
    expect(z.uuid().safeParse(answer.body.errors[0].id).success).toBe(true);
  });

  it('that asks for 503 gets what its service answers in an outage', async () => {
    expect(await setUp().send({ simulate: '503' })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { errors: [{ code: 'SERVICE_UNAVAILABLE' }] },
    });
    const undeclared = await setUp('INTERNAL_SERVER_ERROR').send({ simulate: '503' });
    expect(undeclared).toMatchObject({ status: 500, body: { errors: [{ code: 'INTERNAL_SERVER_ERROR' }] } });
    expect(undeclared.headers).not.toHaveProperty('retry-after');
  });

  it('is answered so whatever else it sends, without a step of the operation', async () => {
    const { contract, respond, send } = setUp();
    expect((await send({ simulate: '429', query: '?size=wrong' })).status).toBe(429);
    expect((await send({ simulate: '503' })).status).toBe(503);
    expect(respond).not.toHaveBeenCalled();
    expect(contract.onAnswered).not.toHaveBeenCalled();
  });

  it.each(['500', '429, 503', ' ', 'yes'])(
    'that asks for %j is told of it with all else that is wrong',
    async (simulate) => {
      const { status, body } = await setUp().send({ simulate, query: '?size=wrong' });
      expect(status).toBe(400);
      const parameters = body.errors.map(({ source }: { source: { parameter: string } }) => source.parameter);
      expect(parameters.toSorted()).toEqual(['size', 'waypost-simulate']);
    },
  );

  it('that asks for nothing is answered, and its operation knows what it is', async () => {
    expect(await setUp().send({})).toMatchObject({ status: 200, body: { sandbox: true } });
  });

  it('is refused where its scopes do not open the operation, whatever it asks for', async () => {
    const { contract, respond } = setUp();
    const event = keyEvent(
      { path: '/points', headers: { 'Waypost-Simulate': '503' } },
      { sandbox: 'true', scopes: 'none' },
    );
    expect((await apiHandlerOf(contract)(schema, respond)(event, context)).statusCode).toBe(403);
    const streaming = streamingApiHandlerOf(contract)(schema, async () => ({}));
    expect((await runStreaming(streaming, event)).prelude).toMatchObject({ statusCode: 403 });
    expect(respond).not.toHaveBeenCalled();
  });

  it('is answered so by streaming operations', async () => {
    const handler = streamingApiHandlerOf(setUp().contract)(schema, async () => ({}));
    const { prelude } = await runStreaming(handler, eventOf({ simulate: '429' }));
    expect(prelude).toMatchObject({ statusCode: 429, headers: { 'retry-after': '1' } });
  });
});

it.each(['429', '503', 'yes'])('the header of any other key is ignored: %s', async (simulate) => {
  expect(await setUp().send({ simulate, sandbox: false })).toMatchObject({
    status: 200,
    body: { sandbox: false },
  });
});
