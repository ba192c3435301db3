import type * as powertools from '@aws-lambda-powertools/logger';

const load = (): typeof powertools => require('./logger.cjs');

/** What bundles have in the place of Powertools' logger, which lies in a file of its own: most instances never log. */
export const Logger = new Proxy(class {}, {
  construct: (_target, given) => Reflect.construct(load().Logger, given),
});
