import { type ByName, type GatewayEvent, gatewayEvent, isByName, isRate, nothing } from './gateway-event.ts';

type Authoriser = GatewayEvent['requestContext']['authorizer'];

const isTextOrAbsent = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

const usualByName = (values: unknown): ByName | undefined => {
  if (values === null || values === undefined) return nothing;
  return isByName(values) ? values : undefined;
};

const usualAuthoriser = (told: unknown): Authoriser => {
  if (!isByName(told)) return undefined;
  const { client, keyId, ratePerSecond, scopes, sandbox } = told;
  if (!isTextOrAbsent(client) || !isTextOrAbsent(keyId) || !isTextOrAbsent(scopes)) return undefined;
  if (!isTextOrAbsent(ratePerSecond)) return undefined;
  if (ratePerSecond !== undefined && !isRate.test(ratePerSecond)) return undefined;
  if (sandbox !== undefined && sandbox !== 'true') return undefined;
  return { client, keyId, ratePerSecond, scopes, sandbox };
};

const usualContext = (context: unknown): GatewayEvent['requestContext'] | undefined => {
  if (!isByName(context)) return undefined;
  const { requestId } = context;
  const authorizer = usualAuthoriser(context.authorizer);
  return typeof requestId === 'string' && authorizer ? { requestId, authorizer } : undefined;
};

/** Reads a well-formed event by hand, with the result that the schema would give; undefined for any other event. */
const usualEvent = (event: unknown): GatewayEvent | undefined => {
  if (!isByName(event)) return undefined;
  const { resource, body, isBase64Encoded } = event;
  const pathParameters = usualByName(event.pathParameters);
  const multiValueQueryStringParameters = usualByName(event.multiValueQueryStringParameters);
  const multiValueHeaders = usualByName(event.multiValueHeaders);
  const requestContext = usualContext(event.requestContext);
  if (typeof resource !== 'string' || typeof isBase64Encoded !== 'boolean' || !requestContext)
    return undefined;
  if (body !== null && typeof body !== 'string') return undefined;
  if (!pathParameters || !multiValueQueryStringParameters || !multiValueHeaders) return undefined;
  return {
    resource,
    pathParameters,
    multiValueQueryStringParameters,
    multiValueHeaders,
    body,
    isBase64Encoded,
    requestContext,
  };
};

/**
 * Parses an API Gateway event. Usual events are read by hand, as the schema weighs on the hot path; the schema reads
 * the others. Throws ZodError.
 */
export const readEvent = (event: unknown): GatewayEvent => usualEvent(event) ?? gatewayEvent.parse(event);
