import type { Readable } from 'node:stream';
import type {
  FunctionHost,
  Invocation,
  InvocationSettings,
} from '../../../../infra/local/functions/function-host.ts';
import { type GatewaySettings, startGateway } from '../../../../infra/local/gateway/gateway.ts';
import type {
  FunctionIntegration,
  GatewayMethod,
  RestApi,
  Throttle,
} from '../../../../infra/local/template/rest-api.ts';
import { exchangeRaw, rawRequest } from './raw-http.ts';

export { errorOf } from './raw-http.ts';

interface RecordedCall {
  readonly functionName: string;
  readonly event: Record<string, unknown>;
  readonly settings: InvocationSettings;
}

/** A function that runs in the test's process. */
type Behaviour = (event: Record<string, unknown>) => Invocation | Promise<Invocation>;

/** Returns a host whose functions run in this process, and the recorded calls. */
const doubleFunctions = (behaviours: Readonly<Record<string, Behaviour>>) => {
  const calls: RecordedCall[] = [];
  const invoke = async (functionName: string, event: unknown, settings: InvocationSettings = {}) => {
    const copy = JSON.parse(JSON.stringify(event));
    calls.push({ functionName, event: copy, settings });
    const behaviour = behaviours[functionName];
    if (!behaviour) throw new Error(`The test has no function ${functionName}.`);
    return behaviour(copy);
  };
  const host: FunctionHost = { invoke, close: async () => {} };
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
export const streaming = (prelude: unknown, body: Readable): Invocation => ({
  kind: 'streamed',
  prelude: JSON.stringify(prelude),
  body,
});

/** Returns a usage plan with these method throttles, by `/path/METHOD`. */
export const planOf = (
  name: string,
  throttle?: Throttle,
  methodThrottles: Readonly<Record<string, Throttle>> = {},
): RestApi['usagePlans'][number] => ({
  name,
  ...(throttle && { throttle }),
  methodThrottles: new Map(Object.entries(methodThrottles)),
});

export const echo: Behaviour = (event) => ok(event);

/** Returns an authoriser's result that allows or denies resources (default: allows all). */
export const authorised = (more: object = {}, Effect = 'Allow', Resource: readonly unknown[] = ['*']) =>
  result({
    principalId: 'client',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect, Action: 'execute-api:Invoke', Resource }],
    },
    ...more,
  });

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

export const authKey = { functionName: 'authorise', identityHeader: 'auth-key', cacheSeconds: 60 };

/** Returns a gateway response template in the contract's error format. */
export const shaped = (code: string, statusCode?: number, headers: Record<string, string> = {}) => ({
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

const restApi = (methods: readonly GatewayMethod[], settings: Partial<RestApi> = {}): RestApi => ({
  id: 'waypostapi',
  stageName: 'local',
  methods: [...methods],
  gatewayResponses: shapedResponses,
  usagePlans: [],
  methodThrottles: new Map(),
  accessLogFormat: {
    httpMethod: '$context.httpMethod',
    resourcePath: '$context.resourcePath',
    status: '$context.status',
    responseType: '$context.error.responseType',
  },
  ...settings,
});

interface TestSettings extends Partial<Omit<GatewaySettings, 'api' | 'functions'>> {
  readonly functions?: Readonly<Record<string, Behaviour>>;
  /** Host to use instead of a host for `functions`. */
  readonly host?: FunctionHost;
  readonly api?: Partial<RestApi>;
}

/** Starts a gateway with these methods (default: one that runs the echo function). Returns it with its access log. */
export const startTestGateway = async (
  methods: readonly GatewayMethod[] = [method('ANY', '/{proxy+}')],
  { functions = { echo }, host, api, ...settings }: TestSettings = {},
) => {
  const doubles = doubleFunctions(functions);
  const lines: string[] = [];
  const gateway = await startGateway({
    port: 0,
    log: (line) => lines.push(line),
    ...settings,
    limits: { lingerMilliseconds: 100, ...settings.limits },
    api: restApi(methods, api),
    functions: host ?? doubles.host,
  });
  return {
    ...gateway,
    lines,
    entries: (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line)),
    calls: doubles.calls,
    callsOf: (name: string) => doubles.calls.filter(({ functionName }) => functionName === name),
    send: (requestLine: string, headers: readonly string[] = [], body = '') =>
      exchangeRaw(gateway.url, rawRequest(requestLine, headers, body)),
    [Symbol.asyncDispose]: () => gateway.close(),
  };
};
