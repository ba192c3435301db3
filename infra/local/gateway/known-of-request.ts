/**
 * What has become known of a request, for the access log: by the names that `$context` has for it, undefined until
 * then. One shape for all requests, as every request fills it.
 */
export interface KnownOfRequest {
  readonly requestId: string;
  readonly extendedRequestId: string;
  httpMethod: string | undefined;
  /** Epoch milliseconds. */
  requestTimeEpoch: number | undefined;
  resourcePath: string | undefined;
  status: number | undefined;
  /** Bytes of the body. */
  responseLength: number | undefined;
  /** Milliseconds, as are the other latencies. */
  responseLatency: number | undefined;
  'error.responseType': string | undefined;
  'identity.apiKeyId': string | undefined;
  integrationLatency: number | undefined;
  'integration.status': number | undefined;
  'integration.requestId': string | undefined;
  'authorizer.status': number | undefined;
  'authorizer.latency': number | undefined;
  'authorizer.integrationLatency': number | undefined;
  /** What the authoriser itself found out, by its names for it: `keyId` is `$context.authorizer.keyId`. */
  authoriserContext: ReadonlyMap<string, string> | undefined;
}

type Variable = Exclude<keyof KnownOfRequest, 'authoriserContext'>;

/** What is known of a request before it is read. */
export const knownByIds = (requestId: string, extendedRequestId: string): KnownOfRequest => ({
  requestId,
  extendedRequestId,
  httpMethod: undefined,
  requestTimeEpoch: undefined,
  resourcePath: undefined,
  status: undefined,
  responseLength: undefined,
  responseLatency: undefined,
  'error.responseType': undefined,
  'identity.apiKeyId': undefined,
  integrationLatency: undefined,
  'integration.status': undefined,
  'integration.requestId': undefined,
  'authorizer.status': undefined,
  'authorizer.latency': undefined,
  'authorizer.integrationLatency': undefined,
  authoriserContext: undefined,
});

const variables: Readonly<Record<Variable, (known: KnownOfRequest) => string | number | undefined>> = {
  requestId: (known) => known.requestId,
  extendedRequestId: (known) => known.extendedRequestId,
  httpMethod: (known) => known.httpMethod,
  requestTimeEpoch: (known) => known.requestTimeEpoch,
  resourcePath: (known) => known.resourcePath,
  status: (known) => known.status,
  responseLength: (known) => known.responseLength,
  responseLatency: (known) => known.responseLatency,
  'error.responseType': (known) => known['error.responseType'],
  'identity.apiKeyId': (known) => known['identity.apiKeyId'],
  integrationLatency: (known) => known.integrationLatency,
  'integration.status': (known) => known['integration.status'],
  'integration.requestId': (known) => known['integration.requestId'],
  'authorizer.status': (known) => known['authorizer.status'],
  'authorizer.latency': (known) => known['authorizer.latency'],
  'authorizer.integrationLatency': (known) => known['authorizer.integrationLatency'],
};

const isVariable = (name: string): name is Variable => Object.hasOwn(variables, name);

const ofAuthoriser = 'authorizer.';

/** Reads one of `$context`'s variables of requests; nothing where this gateway never knows it. */
export const variableOfRequest = (
  name: string,
): ((known: KnownOfRequest) => string | number | undefined) | undefined => {
  if (isVariable(name)) return variables[name];
  if (!name.startsWith(ofAuthoriser)) return undefined;
  const own = name.slice(ofAuthoriser.length);
  return ({ authoriserContext }) => authoriserContext?.get(own);
};
