import { expect, it } from 'vitest';
import { sendByRules } from '../../../../infra/local/events/send-by-rules.ts';
import type { SentMessage } from '../../../../infra/local/queues/queue-message.ts';
import type { DeployedRule } from '../../../../infra/local/template/events.ts';

const ruleOf = (key: string, queueName: string, enabled = true): DeployedRule => ({
  name: `to ${queueName}`,
  busName: 'default',
  enabled,
  pattern: { key: [key] },
  targets: [{ queueName, messageGroupId: 'files' }],
});

const queuesThat = (send: (queueName: string, message: SentMessage) => Promise<void>) =>
  new Map(['first', 'second'].map((name) => [name, { send: (message: SentMessage) => send(name, message) }]));

it('sends an event to the queues of the enabled rules that it matches, named by its contents', async () => {
  const sent: [string, SentMessage][] = [];
  const send = sendByRules(
    [ruleOf('a', 'first'), ruleOf('b', 'first'), ruleOf('a', 'second'), ruleOf('a', 'first', false)],
    queuesThat(async (...message) => {
      sent.push(message);
    }),
  );

  await send({ key: 'a' });
  await send({ key: 'c' });
  await send({ key: 'a' });

  const message = {
    body: '{"key":"a"}',
    groupId: 'files',
    deduplicationId: expect.stringMatching(/^[0-9a-f]{64}$/),
  };
  expect(sent).toEqual([
    ['first', message],
    ['second', message],
    ['first', message],
    ['second', message],
  ]);
  expect(new Set(sent.map(([, { deduplicationId }]) => deduplicationId)).size).toBe(1);
});

it('does not say that an event was sent that a queue could not keep', async () => {
  const send = sendByRules(
    [ruleOf('a', 'first')],
    queuesThat(async () => {
      throw new Error('no room');
    }),
  );
  await expect(send({ key: 'a' })).rejects.toThrow('no room');
});

it('sends an event to the rules of its own bus alone', async () => {
  const sent: string[] = [];
  const ofBus = { ...ruleOf('a', 'second'), busName: 'waypost-local' };
  const send = sendByRules(
    [ruleOf('a', 'first'), ofBus],
    queuesThat(async (queueName) => {
      sent.push(queueName);
    }),
  );
  await send({ key: 'a' }, 'waypost-local');
  await send({ key: 'a' });
  expect(sent).toEqual(['second', 'first']);
});
