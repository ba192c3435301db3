/** The REST API of the three services, as its one stage serves it. */
export interface RestApi {
  readonly id: string;
  readonly stageName: string;
  /** Bytes from which the gateway compresses buffered answers; never where absent. */
  readonly minimumCompressionSize?: number;
  readonly binaryMediaTypes: readonly string[];
  readonly methods: readonly GatewayMethod[];
  /** By response type, such as UNAUTHORIZED. */
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponse>;
  readonly usagePlans: readonly UsagePlan[];
  /** Unlimited where absent. */
  readonly methodThrottle?: MethodThrottle;
  /** Members of an entry of the access log, their values texts with `$context.` variables; no entry has any where absent. */
  readonly accessLogFormat?: Readonly<Record<string, string>>;
}

/** What API Gateway does with requests of one method on one path: who may ask, and who answers. */
export interface GatewayMethod {
  /** Full path with `{name}` and `{name+}` segments. */
  readonly path: string;
  /** An HTTP method, or ANY. */
  readonly httpMethod: string;
  readonly authoriser?: RequestAuthoriser;
  readonly apiKeyRequired: boolean;
  readonly integration: FunctionIntegration | MockIntegration;
}

/** A Lambda authoriser of the kind REQUEST. Its answer is remembered by the identity headers for so many seconds. */
export interface RequestAuthoriser {
  readonly functionName: string;
  /** Names of the identity headers, in lower case. */
  readonly identityHeaders: readonly string[];
  readonly cacheSeconds: number;
}

/** A Lambda proxy integration: a function answers, whole or in a stream, within the timeout. */
export interface FunctionIntegration {
  readonly kind: 'function';
  readonly functionName: string;
  readonly streamed: boolean;
  readonly timeoutMilliseconds: number;
}

/** An answer that API Gateway gives by itself, such as a preflight's. */
export interface MockIntegration {
  readonly kind: 'mock';
  readonly statusCode: number;
  /** By header name as the template has it, static values without their quotes. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How API Gateway's own refusals of one type look. */
export interface GatewayResponse {
  readonly statusCode?: number;
  /** Header values without the quotes of a static mapping. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body template for application/json, with `$context.` variables. */
  readonly template?: string;
}

/** How often each method may be asked, by all clients together. */
export interface MethodThrottle {
  readonly ratePerSecond: number;
  readonly burst: number;
}

/** How often the clients of a plan may ask; unlimited where a figure is absent. */
export interface UsagePlan {
  readonly name: string;
  readonly ratePerSecond?: number;
  readonly burst?: number;
}
