import { expect, it } from 'vitest';
import type { FromWorker } from '../../../../infra/local/functions/function-messages.ts';
import { answerPacker, answerUnpacker } from '../../../../infra/local/functions/packed-answer.ts';

/** Takes messages to the other side and back out, as threads do. */
const way = () => {
  const taken: FromWorker[] = [];
  const pack = answerPacker();
  const unpack = answerUnpacker((message) => taken.push(message));
  return { taken, send: (messages: readonly FromWorker[]) => unpack(structuredClone(pack(messages))) };
};

const whole = (id: number, prelude: string): FromWorker => ({
  type: 'whole',
  id,
  prelude,
  bytes: `body ${id}`,
});

it('what a worker says comes out as it was said, in its order', () => {
  const { taken, send } = way();
  const said: readonly FromWorker[] = [
    whole(1, '{}'),
    { type: 'result', id: 2, json: 'null' },
    { type: 'piece', id: 3, bytes: '\u0001ÿ' },
    { type: 'end', id: 3 },
    whole(4, '{"statusCode":404}'),
    whole(5, '{}'),
    { type: 'failed', id: 6, errorType: 'Error', errorMessage: 'broke' },
  ];
  send(said.slice(0, 3));
  send(said.slice(3));
  expect(taken).toEqual(said);
});

it('each answer has its own prelude, however many there are', () => {
  const { taken, send } = way();
  const said = Array.from({ length: 1_200 }, (_, id) => whole(id, `{"statusCode":200,"n":${id % 700}}`));
  send(said);
  send(said.toReversed());
  expect(taken).toEqual([...said, ...said.toReversed()]);
});
