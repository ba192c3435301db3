import { constraintViolation } from './api-error.ts';
import type { ByName, GatewayEvent } from './gateway-event.ts';

/**
 * Most characters that the parameters of a URL have together: values of the path as sent, and the query with its names,
 * `=` and `&`, where API Gateway has removed the percent-encoding. API Gateway takes some 10 kB; CloudFront, which
 * operators may have in front of it, takes URLs of 8,192 bytes.
 */
const mostCharacters = 8_192;

/** Characters around a query parameter: `=`, and `?` or `&`. */
const around = 2;

const lengthOf = (text: unknown): number => (typeof text === 'string' ? text.length : 0);

const ofPath = (values: ByName): number => {
  let characters = 0;
  for (const name in values) characters += lengthOf(values[name]);
  return characters;
};

const ofQuery = (values: ByName): number => {
  let characters = 0;
  for (const name in values) {
    const given = values[name];
    if (!Array.isArray(given)) continue;
    for (const value of given) characters += name.length + lengthOf(value) + around;
  }
  return characters;
};

/** Throws ApiError if the URL is longer than any operation needs, whether or not the operation reads its parameters. */
export const checkTargetLength = (event: GatewayEvent): void => {
  const characters = ofPath(event.pathParameters) + ofQuery(event.multiValueQueryStringParameters);
  if (characters <= mostCharacters) return;
  throw constraintViolation({
    detail: `The URL's parameters are too long: ${characters.toLocaleString('en')} characters, the limit is ${mostCharacters.toLocaleString('en')}.`,
  });
};
