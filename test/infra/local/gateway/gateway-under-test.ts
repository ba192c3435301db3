import type { Readable } from 'node:stream';
import type {
  FunctionHost,
  Invocation,
  InvocationSettings,
  StreamedInvocation,
} from '../../../../infra/local/functions/function-host.ts';
import { type Gateway, type GatewaySettings, startGateway } from '../../../../infra/local/gateway/gateway.ts';
import type {
  FunctionIntegration,
  GatewayMethod,
  GatewayResponse,
  RequestAuthoriser,
  RestApi,
} from '../../../../infra/local/template/rest-api.ts';

interface RecordedCall {
  readonly functionName: string;
  readonly event: Record<string, unknown>;
  readonly settings: InvocationSettings;
}

type Behaviour = (event: Record<string, unknown>) => Promise<Invocation> | Invocation;
type StreamingBehaviour = (
  event: Record<string, unknown>,
) => Promise<StreamedInvocation> | StreamedInvocation;

/** Functions in this process, by name, and what they were called with. */
export const doubleFunctions = (
  behaviours: Readonly<Record<string, Behaviour>>,
  streaming: Readonly<Record<string, StreamingBehaviour>> = {},
) => {
  const calls: RecordedCall[] = [];
  const record = (functionName: string, event: unknown, settings: InvocationSettings = {}) => {
    const copy = JSON.parse(JSON.stringify(event));
    calls.push({ functionName, event: copy, settings });
    return copy;
  };
  const host: FunctionHost = {
    invoke: async (functionName, event, settings) => {
      const behaviour = behaviours[functionName];
      if (!behaviour) throw new Error(`no function ${functionName}`);
      return behaviour(record(functionName, event, settings));
    },
    invokeStreaming: async (functionName, event, settings) => {
      const behaviour = streaming[functionName];
      if (!behaviour) throw new Error(`no streaming function ${functionName}`);
      return behaviour(record(functionName, event, settings));
    },
    close: async () => {},
  };
  return { host, calls };
};

export const result = (payload: unknown): Invocation => ({ kind: 'result', payload });
export const ok = (body: unknown, headers: Record<string, string> = {}): Invocation =>
  result({ statusCode: 200, headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
export const failed = (errorMessage: string, errorType = 'Error'): Invocation => ({
  kind: 'failed',
  errorType,
  errorMessage,
});
export const streaming = (prelude: unknown, body: Readable): StreamedInvocation => ({
  kind: 'streaming',
  prelude: JSON.stringify(prelude),
  body,
});

/** A function that answers with the event it was given. */
export const echo: Behaviour = (event) => ok(event);

export const integrationOf = (
  functionName: string,
  settings: Partial<FunctionIntegration> = {},
): FunctionIntegration => ({
  kind: 'function',
  functionName,
  streamed: false,
  timeoutMilliseconds: 12_000,
  ...settings,
});

export const method = (
  httpMethod: string,
  path: string,
  integration: GatewayMethod['integration'] = integrationOf('echo'),
  settings: Partial<GatewayMethod> = {},
): GatewayMethod => ({ path, httpMethod, apiKeyRequired: false, integration, ...settings });

export const authKey: RequestAuthoriser = {
  functionName: 'authorise',
  identityHeaders: ['auth-key'],
  cacheSeconds: 60,
};

/** A gateway response of the contract's shape. */
export const shaped = (
  code: string,
  statusCode?: number,
  headers: Record<string, string> = {},
): GatewayResponse => ({
  ...(statusCode === undefined ? {} : { statusCode }),
  headers: { 'access-control-allow-origin': '*', ...headers },
  template: JSON.stringify({ errors: [{ id: '$context.requestId', code }] }),
});

const shapedResponses = new Map([
  ['DEFAULT_4XX', shaped('CONSTRAINT_VIOLATION')],
  ['DEFAULT_5XX', shaped('INTERNAL_SERVER_ERROR')],
  ['BAD_REQUEST_PARAMETERS', shaped('CONSTRAINT_VIOLATION', 400)],
  ['UNAUTHORIZED', shaped('UNAUTHORIZED', 401)],
  ['ACCESS_DENIED', shaped('FORBIDDEN', 403)],
  ['MISSING_AUTHENTICATION_TOKEN', shaped('METHOD_NOT_FOUND', 404)],
  ['REQUEST_TOO_LARGE', shaped('CONSTRAINT_VIOLATION', 400)],
  ['THROTTLED', shaped('TOO_MANY_REQUESTS', 429, { 'retry-after': '1' })],
]);

export const restApi = (methods: readonly GatewayMethod[], settings: Partial<RestApi> = {}): RestApi => ({
  id: 'waypostapi',
  stageName: 'local',
  binaryMediaTypes: [],
  methods,
  gatewayResponses: shapedResponses,
  usagePlans: [],
  accessLogFormat: {
    httpMethod: '$context.httpMethod',
    resourcePath: '$context.resourcePath',
    status: '$context.status',
    responseType: '$context.error.responseType',
  },
  ...settings,
});

/** What a test starts, closed by `await using`. */
export const startTestGateway = async (
  settings: Pick<GatewaySettings, 'api' | 'functions'> & Partial<GatewaySettings>,
): Promise<Gateway & AsyncDisposable> => {
  const gateway = await startGateway({ port: 0, planOf: () => undefined, ...settings });
  return { ...gateway, [Symbol.asyncDispose]: () => gateway.close() };
};

/** A gateway over the echo function alone. */
export const startEchoGateway = (
  methods: readonly GatewayMethod[] = [method('ANY', '/{proxy+}')],
  settings: Partial<GatewaySettings> = {},
  api: Partial<RestApi> = {},
) => {
  const { host, calls } = doubleFunctions({ echo });
  return startTestGateway({ api: restApi(methods, api), functions: host, ...settings }).then((gateway) =>
    Object.assign(gateway, { calls }),
  );
};
