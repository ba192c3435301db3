import { Logger } from '@aws-lambda-powertools/logger';

/** AWS support asks for it. */
const requestIdOf = (error: Error): unknown => {
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  return metadata instanceof Object && 'requestId' in metadata ? metadata.requestId : undefined;
};

/** What V8 says of a text that is no JSON quotes the text, which may be a row of a table or the body of a request. */
const quotesItsText = ({ name }: Error): boolean => name === 'SyntaxError';

/** Where it was thrown, without the message that V8 puts before it. */
const placesOf = ({ stack = '' }: Error): string => stack.slice(Math.max(0, stack.indexOf('\n    at ')));

/**
 * What the log tells of an error, and of what caused it. Errors of the AWS SDK and of libraries may carry more: the item
 * that a condition failed for, the request or what was answered to it. None of that is written.
 */
const told = (error: Error) => ({
  name: error.name,
  message: quotesItsText(error) ? 'A text could not be parsed.' : error.message,
  code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
  storeRequestId: requestIdOf(error),
  stack: quotesItsText(error) ? placesOf(error) : error.stack,
  cause: error.cause instanceof Error ? error.cause : undefined,
});

const makeLogger = () =>
  new Logger({
    serviceName: process.env.POWERTOOLS_SERVICE_NAME ?? 'waypost',
    jsonReplacerFn: (_, value: unknown) => (value instanceof Error ? told(value) : value),
  });

/** Made by the first event: most instances never log one, and making it is a part of a cold start. */
let made: Logger | undefined;
const writer = (): Logger => {
  made ??= makeLogger();
  return made;
};

/** One JSON line an event. Never given a key, a request body or a parameter's value. */
export const logger: Pick<Logger, 'info' | 'warn' | 'error'> = {
  info: (message, ...more) => writer().info(message, ...more),
  warn: (message, ...more) => writer().warn(message, ...more),
  error: (message, ...more) => writer().error(message, ...more),
};
