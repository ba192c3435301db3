import type * as powertools from '@aws-lambda-powertools/logger';

const load = (): typeof powertools => require('./logger.cjs');

/** Replaces Powertools' logger in bundles; the logger lies in its own file, as most instances never log. */
export const Logger = new Proxy(class {}, {
  construct: (_target, given) => Reflect.construct(load().Logger, given),
});
