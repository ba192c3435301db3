import { fixtureVersion } from '../support/fixture/fixture-export.ts';
import { perFile } from '../support/per-test.ts';
import { startAllHandlers } from '../support/targets/all-handlers.ts';
import { answersSuite } from './answers.suite.ts';
import { conditionalSuite } from './conditional.suite.ts';

const handlers = perFile(() => startAllHandlers(fixtureVersion));

answersSuite(() => handlers);
conditionalSuite(() => handlers);
