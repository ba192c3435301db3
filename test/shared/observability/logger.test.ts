import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { logger } from '../../../shared/observability/logger.ts';
import { captureLog } from '../../support/captured-log.ts';
import { startEmbeddedTables } from '../../support/tables/embedded-tables.ts';

const secret = 'Winifred-the-first';

const line = z.looseObject({
  message: z.string(),
  error: z.looseObject({ name: z.string(), message: z.string(), stack: z.string() }),
});

const loggedOf = (error: unknown) => {
  const log = captureLog();
  logger.error('request failed', { error });
  return { text: log(), ...line.parse(JSON.parse(log())) };
};

it('logs the name, message and stack of an error and of its cause', () => {
  const { error } = loggedOf(new StoreUnavailable('reading', { cause: new RangeError('too far') }));
  expect(error).toMatchObject({
    name: 'StoreUnavailable',
    cause: { name: 'RangeError', message: 'too far' },
  });
  expect(error.stack).toContain('logger.test.ts');
});

it.each([
  ['request', { body: secret, headers: { 'AUTH-KEY': secret } }],
  ['$input', { Item: { firstname: secret } }],
  ['input', { Key: secret }],
  ['config', { credentials: { secretAccessKey: secret } }],
  ['CancellationReasons', [{ Code: 'ConditionalCheckFailed', Item: { firstname: { S: secret } } }]],
  ['$metadata', { requestId: 'r-1', secret }],
])('does not log other properties of an error: %s', (property, carried) => {
  const bearer = () => Object.assign(new Error('failed'), { [property]: carried });
  const caused = new Error('outer', { cause: bearer() });
  for (const error of [bearer(), caused, new StoreUnavailable('reading', { cause: caused })]) {
    expect(loggedOf(error).text).not.toContain(secret);
  }
  expect(loggedOf(new Error('outer', { cause: { carried } })).text).not.toContain(secret);
});

it('does not log the item in the error of a failed condition check', async () => {
  const { client, tables, close } = await startEmbeddedTables();
  const item = { keyId: randomUUID(), firstname: secret };
  const put = () =>
    client.send(
      new PutCommand({
        TableName: tables.apiKeys,
        Item: item,
        ConditionExpression: 'attribute_not_exists(#keyId)',
        ExpressionAttributeNames: { '#keyId': 'keyId' },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
  await put();
  const error: unknown = await put().catch((failure: unknown) => failure);
  await close();
  if (!(error instanceof ConditionalCheckFailedException)) throw new Error('the condition did not fail');
  expect(JSON.stringify(error.Item)).toContain(secret);
  const { text, error: logged } = loggedOf(error);
  expect(text).not.toContain(secret);
  expect(logged.storeRequestId).toBe(error.$metadata.requestId);
});

it('does not log text that V8 quotes from invalid JSON', () => {
  const parse = (): unknown => JSON.parse(`${secret}"`);
  const thrown = (() => {
    try {
      return parse();
    } catch (error) {
      return error;
    }
  })();
  expect(String(thrown)).toContain(secret.slice(0, 8));
  const { text, error } = loggedOf(thrown);
  expect(text).not.toContain(secret.slice(0, 8));
  expect(error.stack).toContain('logger.test.ts');
});

it('StoreUnavailable has no properties that Lambda would log', () => {
  const cause = Object.assign(new Error('failed'), { request: { body: secret } });
  expect({ ...new StoreUnavailable('reading', { cause }) }).toEqual({
    name: 'StoreUnavailable',
    operation: 'reading',
  });
});
