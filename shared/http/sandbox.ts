import * as z from 'zod/mini';
import { type ErrorCode, SimulatedError } from './errors.ts';
import { type GatewayEvent, headerValuesOf } from './gateway-event.ts';
import { type Headers, ignoredHeaderName, simulateHeaderName } from './headers.ts';
import { described } from './query-params.ts';

/** Statuses that a sandbox key can simulate, so that partners can test how they back off. */
const simulated = z.enum(['429', '503']);

/** Schemas of headers that sandbox requests may have in addition to the operation's headers. */
export const sandboxHeaders = {
  [simulateHeaderName]: described(
    z.optional(simulated),
    'With a sandbox key, simulates a 429 or an outage, so that you can test how your client backs off. Ignored for other keys.',
  ),
};

export const isSandbox = ({ requestContext }: GatewayEvent): boolean =>
  requestContext.authorizer?.sandbox === 'true';

/**
 * Throws the error that a sandbox request simulates: the gateway's 429, or the service's error code for an `outage`.
 * Does nothing for other keys, or if the header is invalid or is repeated with different values, which are violations.
 */
export const throwSimulatedError = (event: GatewayEvent, outage: ErrorCode): void => {
  if (!isSandbox(event)) return;
  const [requested, ...others] = new Set(headerValuesOf(event, simulateHeaderName));
  const status = simulated.safeParse(requested).data;
  if (status === undefined || others.length > 0) return;
  throw new SimulatedError(status === '429' ? 'TOO_MANY_REQUESTS' : outage);
};

/** Limits on the header that lists ignored parameters, because clients choose their names. */
const maxIgnoredNames = 10;
const maxIgnoredNameLength = 64;

/**
 * Builds the header that lists a sandbox request's unsupported query parameters, such as misspelt ones. Returns no
 * header for other keys, or if the operation supports all parameters.
 */
export const ignoredHeader = (event: GatewayEvent, parameters: ReadonlySet<string>): Headers => {
  if (!isSandbox(event)) return {};
  const names = Object.keys(event.multiValueQueryStringParameters).filter((name) => !parameters.has(name));
  const ignored = new Set(names.map(encodeName).filter((name) => name !== ''));
  return ignored.size === 0 ? {} : { [ignoredHeaderName]: [...ignored].slice(0, maxIgnoredNames).join(', ') };
};

const encodeName = (name: string): string => {
  const shortened = [...name.toWellFormed()].slice(0, maxIgnoredNameLength).join('');
  return encodeURIComponent(shortened)
    .replaceAll(/%(5B|5D|3A)/g, decodeURIComponent)
    .replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
};
