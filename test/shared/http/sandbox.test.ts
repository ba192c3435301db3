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
    allows: (scopes) => scopes !== 'none',
    outage,
    failures: [],
    namesSource: true,
    onSuccess: vi.fn(),
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
  it('gets an error that it asks for twice, and 400 if it asks for two errors', async () => {
    const { send } = setUp();
    expect((await send({ simulate: ['429', '429'] })).status).toBe(429);
    const answer = await send({ simulate: ['429', '503'] });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ source: { parameter: 'waypost-simulate' } }]);
  });

  it('gets the response of the gateway to a client beyond its rate for 429', async () => {
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

  it('gets the response of its service in an outage for 503', async () => {
    expect(await setUp().send({ simulate: '503' })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { errors: [{ code: 'SERVICE_UNAVAILABLE' }] },
    });
    const undeclared = await setUp('INTERNAL_SERVER_ERROR').send({ simulate: '503' });
    expect(undeclared).toMatchObject({ status: 500, body: { errors: [{ code: 'INTERNAL_SERVER_ERROR' }] } });
    expect(undeclared.headers).not.toHaveProperty('retry-after');
  });

  it('gets the error whatever else it sends, without a step of the operation', async () => {
    const { contract, respond, send } = setUp();
    expect((await send({ simulate: '429', query: '?size=wrong' })).status).toBe(429);
    expect((await send({ simulate: '503' })).status).toBe(503);
    expect(respond).not.toHaveBeenCalled();
    expect(contract.onSuccess).not.toHaveBeenCalled();
  });

  it.each(['500', '429, 503', ' ', 'yes'])(
    'gets 400 if it asks for %j, with all other violations',
    async (simulate) => {
      const { status, body } = await setUp().send({ simulate, query: '?size=wrong' });
      expect(status).toBe(400);
      const parameters = body.errors.map(({ source }: { source: { parameter: string } }) => source.parameter);
      expect(parameters.toSorted()).toEqual(['size', 'waypost-simulate']);
    },
  );

  it('gets a response if it asks for no error, and its operation knows that it is a test', async () => {
    expect(await setUp().send({})).toMatchObject({ status: 200, body: { sandbox: true } });
  });

  it('gets 403 if its scopes do not open the operation, whatever it asks for', async () => {
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

  it('gets the error from streaming operations as well', async () => {
    const handler = streamingApiHandlerOf(setUp().contract)(schema, async () => ({}));
    const { prelude } = await runStreaming(handler, eventOf({ simulate: '429' }));
    expect(prelude).toMatchObject({ statusCode: 429, headers: { 'retry-after': '1' } });
  });
});

it.each(['429', '503', 'yes'])('ignores the header of any other key: %s', async (simulate) => {
  expect(await setUp().send({ simulate, sandbox: false })).toMatchObject({
    status: 200,
    body: { sandbox: false },
  });
});
