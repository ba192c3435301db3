import { countRejectedOrigin } from '../observability/request-metrics.ts';
import { ApiError } from './errors.ts';
import { type GatewayEvent, headerValuesOf } from './gateway-event.ts';
import { browserKeyPrefix } from './headers.ts';

/** Whether the request has a browser key, which is public and limited to websites. */
export const isBrowserKey = ({ requestContext }: GatewayEvent): boolean =>
  requestContext.authorizer?.origins !== undefined;

/**
 * Throws ApiError if a browser key is used outside the websites for which it was issued. Other kinds of key are not
 * checked. The authoriser cannot do this, because its result is cached by key only.
 */
export const checkOrigin = (event: GatewayEvent): void => {
  const { origins, keyId } = event.requestContext.authorizer ?? {};
  const looksPublic = headerValuesOf(event, 'auth-key').some((key) => key.startsWith(browserKeyPrefix));
  if (origins === undefined && !looksPublic) return;
  const origin = originOf(event);
  if (origin !== undefined && origins?.split(' ').includes(origin)) return;
  countRejectedOrigin(keyId);
  throw new ApiError('FORBIDDEN', [{ detail: originDetail }]);
};

const originDetail = 'This key works only on the websites that it was issued for.';

/** Returns the origin of the page that sent the request; undefined if the headers are missing or ambiguous. */
const originOf = (event: GatewayEvent): string | undefined => {
  const [origin, ...otherOrigins] = headerValuesOf(event, 'origin');
  if (origin !== undefined) return otherOrigins.length === 0 ? origin : undefined;
  // Browsers omit Origin from a GET to the page's own origin.
  const [referer, ...otherReferers] = headerValuesOf(event, 'referer');
  if (referer === undefined || otherReferers.length > 0) return undefined;
  return URL.parse(referer)?.origin;
};
