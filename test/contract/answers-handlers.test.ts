import { afterAll, beforeAll } from 'vitest';
import { fixtureVersion } from '../support/fixture/fixture-export.ts';
import { type AllHandlers, startAllHandlers } from '../support/targets/all-handlers.ts';
import { answersSuite } from './answers.suite.ts';
import { conditionalSuite } from './conditional.suite.ts';

let handlers: AllHandlers;
beforeAll(async () => {
  handlers = await startAllHandlers(fixtureVersion);
});
afterAll(() => handlers.close());

answersSuite(() => handlers);
conditionalSuite(() => handlers);
