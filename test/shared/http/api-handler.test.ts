import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { apiHandlerOf } from '../../../shared/http/api-handler.ts';
import { notFound } from '../../../shared/http/errors.ts';
import { integerParam, integerText } from '../../../shared/http/query-params.ts';
import type { ProxyResult } from '../../../shared/http/response.ts';
import { captureLog } from '../../support/captured-log.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';

class Busy extends Error {}

const context: never = {} as never;
const handle = apiHandlerOf({
  allows: () => true,
  outage: 'SERVICE_UNAVAILABLE',
  failures: [[Busy, 'SERVICE_UNAVAILABLE']],
  namesSource: true,
});
const handleWithoutSource = apiHandlerOf({
  allows: () => true,
  outage: 'SERVICE_UNAVAILABLE',
  failures: [],
  namesSource: false,
});

const request = {
  path: { number: integerText(0, 9), name: z.string() },
  query: z.object({ size: integerParam(0, 9) }),
};
const echo = handle(request, async ({ path, query, client }) => ({ path, query, client }));

const failing = (error: Error) => handle({}, () => Promise.reject(error));

const eventOf = (number: string, name: string, query = '') =>
  gatewayEventOf({ path: `/${number}/${name}${query}` }, '/{number}/{name}', { number, name });

const refusedIds = z.object({ errors: z.array(z.object({ id: z.uuid() })).min(1) });
const idsOf = ({ body }: ProxyResult) => refusedIds.parse(JSON.parse(body)).errors.map(({ id }) => id);
const loggedFailure = z.object({
  message: z.enum(['request rejected', 'request failed']),
  requestId: z.string(),
  status: z.int(),
  code: z.string(),
  errorIds: z.array(z.string()),
});
/** The lines about failures, without those of metrics. */
const failuresIn = (log: string) =>
  log
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{"_aws":'))
    .map((line) => loggedFailure.parse(JSON.parse(line)));

const errorsOf = ({ body }: ProxyResult) => JSON.parse(body).errors;

describe('apiHandler', () => {
  it('passes on the parsed parts of the request, path parameters decoded, with the client', async () => {
    const { statusCode, body } = await echo(eventOf('7', 'a%2Fb%20%F0%9F%93%AE', '?size=3&other=1'), context);
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toEqual({
      path: { number: 7, name: 'a/b 📮' },
      query: { size: 3 },
      client: 'contract-tests',
    });
  });

  it('rejects a URL that is too long, whatever its parameters (E14)', async () => {
    const withOther = (length: number) => eventOf('7', 'a', `?other=${'x'.repeat(length)}`);
    expect((await echo(withOther(8_000), context)).statusCode).toBe(200);
    const refused = await echo(withOther(9_000), context);
    expect([refused.statusCode, errorsOf(refused).length]).toEqual([400, 1]);
    expect(errorsOf(refused)[0].detail).toContain('the limit is 8,192');
  });

  it('returns one 400 that lists every violation of every part', async () => {
    const result = await echo(eventOf('x', '%zz', '?size=1&size=2'), context);
    expect(result.statusCode).toBe(400);
    const violation = (detail: string, parameter: string) => ({
      id: expect.any(String),
      code: 'CONSTRAINT_VIOLATION',
      detail,
      source: { parameter },
    });
    expect(errorsOf(result)).toEqual([
      violation('number: must be an integer from 0 to 9', 'number'),
      violation('name: is not valid percent-encoded UTF-8', 'name'),
      violation('size: must not be repeated', 'size'),
    ]);
  });

  it('logs the ids of all errors that the client sees', async () => {
    const log = captureLog();
    const event = eventOf('x', '%zz', '?size=1&size=2');
    const result = await echo(event, context);
    const errorIds = idsOf(result);
    expect(new Set(errorIds).size).toBe(3);
    const { requestId } = event.requestContext;
    expect(failuresIn(log())).toEqual([
      { message: 'request rejected', requestId, status: 400, code: 'CONSTRAINT_VIOLATION', errorIds },
    ]);
  });

  it('logs the id of an unexpected failure that the client sees', async () => {
    const log = captureLog();
    const event = eventOf('1', 'a');
    const errorIds = idsOf(await failing(new TypeError('a fault'))(event, context));
    expect(errorIds).toHaveLength(1);
    const { requestId } = event.requestContext;
    expect(failuresIn(log())).toEqual([
      { message: 'request failed', requestId, status: 500, code: 'INTERNAL_SERVER_ERROR', errorIds },
    ]);
  });

  it('omits the source in errors of a service that names none', async () => {
    const handler = handleWithoutSource(request, async () => ({}));
    const [error] = errorsOf(await handler(eventOf('x', 'a'), context));
    expect(Object.keys(error)).toEqual(['id', 'code', 'detail']);
  });

  it('returns domain errors with the code that the service gives them', async () => {
    const result = await failing(new Busy('table full of secrets'))(eventOf('1', 'a'), context);
    expect(result.statusCode).toBe(503);
    expect(result.headers['retry-after']).toBe('5');
    expect(result.body).not.toContain('secrets');
  });

  it('returns errors of the contract as they are', async () => {
    const result = await failing(notFound('there is none'))(eventOf('1', 'a'), context);
    expect(result.statusCode).toBe(404);
    expect(errorsOf(result)).toMatchObject([{ code: 'METHOD_NOT_FOUND', detail: 'there is none' }]);
  });

  it('returns 500 without details for any other error, and for an invalid event', async () => {
    const handler = failing(new TypeError('secrets is undefined'));
    for (const event of [eventOf('1', 'a'), {}, null, 'x']) {
      const result = await handler(event, context);
      expect(result.statusCode).toBe(500);
      expect(result.body).not.toMatch(/secrets|undefined|Invalid/);
    }
  });
});
