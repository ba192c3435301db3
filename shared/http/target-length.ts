import { constraintViolation } from './api-error.ts';
import type { ByName, GatewayEvent } from './gateway-event.ts';

/**
 * Most characters that the path parameters and the query have together, names included and percent-encoding removed.
 * API Gateway takes some 10 kB; CloudFront, which operators may have in front of it, takes URLs of 8,192 bytes.
 */
const mostCharacters = 8_192;

const lengthOf = (text: unknown): number => (typeof text === 'string' ? text.length : 0);

const charactersOf = (values: ByName): number => {
  let characters = 0;
  for (const name in values) {
    const given = values[name];
    characters += name.length;
    if (Array.isArray(given)) for (const value of given) characters += lengthOf(value);
    else characters += lengthOf(given);
  }
  return characters;
};

/** Throws ApiError if the URL is longer than any operation needs, whether or not the operation reads its parameters. */
export const checkTargetLength = (event: GatewayEvent): void => {
  const characters = charactersOf(event.pathParameters) + charactersOf(event.multiValueQueryStringParameters);
  if (characters <= mostCharacters) return;
  throw constraintViolation({
    detail: `The path and the query must have at most ${mostCharacters} characters; they have ${characters}.`,
  });
};
