import { Logger } from '@aws-lambda-powertools/logger';

/** Returns the request id of an AWS error, which AWS support asks for. */
const requestIdOf = (error: Error): unknown => {
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  return metadata instanceof Object && 'requestId' in metadata ? metadata.requestId : undefined;
};

/** Whether the message may quote a parsed text, such as a row or a request body: V8's does for invalid JSON. */
const mayQuoteText = ({ name }: Error): boolean => name === 'SyntaxError';

/** Returns the stack without the message that V8 puts in front of it. */
const framesOf = ({ stack = '' }: Error): string => stack.slice(Math.max(0, stack.indexOf('\n    at ')));

/**
 * Maps an error and its causes to a log entry. Other members are dropped, because errors of the AWS SDK and of libraries
 * may contain a table's item, a request or a response.
 */
const describeError = (error: Error) => ({
  name: error.name,
  message: mayQuoteText(error) ? 'A text could not be parsed.' : error.message,
  code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
  storeRequestId: requestIdOf(error),
  stack: mayQuoteText(error) ? framesOf(error) : error.stack,
  cause: error.cause instanceof Error ? error.cause : undefined,
});

const makeLogger = () =>
  new Logger({
    serviceName: process.env.POWERTOOLS_SERVICE_NAME ?? 'waypost',
    jsonReplacerFn: (_, value: unknown) => (value instanceof Error ? describeError(value) : value),
  });

/** Created for the first event, because most instances never log, and it would lengthen a cold start. */
let made: Logger | undefined;
const writer = (): Logger => {
  made ??= makeLogger();
  return made;
};

/** Writes one JSON line for each event. Never pass a key, a request body or a parameter's value. */
export const logger: Pick<Logger, 'info' | 'warn' | 'error'> = {
  info: (message, ...more) => writer().info(message, ...more),
  warn: (message, ...more) => writer().warn(message, ...more),
  error: (message, ...more) => writer().error(message, ...more),
};
