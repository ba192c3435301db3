import { Logger } from '@aws-lambda-powertools/logger';

/** Returns the request id of an AWS error, which AWS support needs. */
const requestIdOf = (error: Error): unknown => {
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  return metadata instanceof Object && 'requestId' in metadata ? metadata.requestId : undefined;
};

/** Whether the message may quote parsed text, such as a row or a request body, as V8 does for invalid JSON. */
const mayQuoteText = ({ name }: Error): boolean => name === 'SyntaxError';

/** Returns the stack without the message that precedes it. */
const framesOf = ({ stack = '' }: Error): string => stack.slice(Math.max(0, stack.indexOf('\n    at ')));

/**
 * Maps an error and its causes to a log entry. Other members are dropped, because errors from the AWS SDK and libraries
 * may contain table items, requests or responses.
 */
const describeError = (error: Error) => ({
  name: error.name,
  message: mayQuoteText(error)
    ? 'Parsing failed. The message is omitted because it may quote the input.'
    : error.message,
  code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
  storeRequestId: requestIdOf(error),
  stack: mayQuoteText(error) ? framesOf(error) : error.stack,
  cause: error.cause instanceof Error ? error.cause : undefined,
});

let cached: Logger | undefined;

/** Creates the logger on first use, because most instances never log, and creating it slows down cold starts. */
const powertoolsLogger = (): Logger => {
  cached ??= new Logger({
    serviceName: process.env.POWERTOOLS_SERVICE_NAME ?? 'waypost',
    jsonReplacerFn: (_, value: unknown) => (value instanceof Error ? describeError(value) : value),
  });
  return cached;
};

/** Writes one JSON line for each event. Never pass a key, a request body or a parameter's value. */
export const logger: Pick<Logger, 'info' | 'warn' | 'error'> = {
  info: (message, ...more) => powertoolsLogger().info(message, ...more),
  warn: (message, ...more) => powertoolsLogger().warn(message, ...more),
  error: (message, ...more) => powertoolsLogger().error(message, ...more),
};
