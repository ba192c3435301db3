import { afterAll, beforeAll } from 'vitest';
import { type AllHandlers, startAllHandlers } from '../support/all-handlers.ts';
import { fixtureVersion } from '../support/fixture-export.ts';
import { answersSuite } from './answers.suite.ts';

let handlers: AllHandlers;
beforeAll(async () => {
  handlers = await startAllHandlers(fixtureVersion);
});
afterAll(() => handlers.close());

answersSuite(() => handlers);
