import * as z from 'zod';
import { ApiError, constraintViolation, type Problem } from './api-error.ts';
import { type GatewayEvent, headersOf } from './gateway-event.ts';
import { readJsonBody, UnreadableBody } from './json-body.ts';
import { isSandbox, sandboxHeaders } from './sandbox.ts';
import { violationWords } from './violation-words.ts';

/** The parts of a request that an operation reads, each with its schema; the rest of the request is ignored. */
export interface RequestSchema {
  readonly path?: Readonly<Record<string, z.ZodType<unknown, string>>>;
  readonly query?: z.ZodType<unknown, Readonly<Record<string, string[]>>>;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, z.ZodType<unknown, string | undefined>>>;
  readonly body?: z.ZodType;
}

type Fields<F> =
  F extends Readonly<Record<string, z.ZodType>>
    ? { readonly [K in keyof F]: z.output<F[K]> }
    : Readonly<Record<string, never>>;
type Whole<T> = T extends z.ZodType ? z.output<T> : undefined;

/** A request as the operation's schema parsed it, with the API client whose key was used. */
export interface ApiRequest<S extends RequestSchema> {
  readonly path: Fields<S['path']>;
  readonly query: Whole<S['query']>;
  readonly headers: Fields<S['headers']>;
  readonly body: Whole<S['body']>;
  readonly client: string;
  /** The key is one to try things with: what it sends is nobody's. */
  readonly sandbox: boolean;
}

/** API Gateway hands path parameters on as the client encoded them. */
const percentEncoded = z.string().transform((raw, context) => {
  try {
    return decodeURIComponent(raw);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not percent-encoded UTF-8' });
    return z.NEVER;
  }
});

const decoded = (fields: NonNullable<RequestSchema['path']>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, percentEncoded.pipe(field)]));

const bodyOf = (event: GatewayEvent, headers: Readonly<Record<string, string>>): unknown => {
  try {
    return readJsonBody({
      body: event.body ?? null,
      isBase64Encoded: event.isBase64Encoded,
      contentType: headers['content-type'],
      contentEncoding: headers['content-encoding'],
    });
  } catch (error) {
    throw error instanceof UnreadableBody ? constraintViolation(error.problem) : error;
  }
};

/** The parameter or body field an issue is about: the path below `path`, `query`, `headers` or `body`. */
const toProblem = ({ path: [part, ...rest], message }: z.core.$ZodIssue): Problem => {
  const names = part === 'body' ? rest : rest.slice(0, 1);
  const parameter = names.length > 0 ? names.map(String).join('.') : String(part);
  return { detail: `${parameter}: ${message}`, parameter };
};

const withoutRepeats = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [problem.detail, problem])).values(),
];

/**
 * Reads the parts of an event that the schema names and parses them together, so that one 400 lists every violation.
 * Throws ApiError.
 */
export const requestParser = <S extends RequestSchema>(schema: S) => {
  const parts = {
    path: z.object(decoded(schema.path ?? {})),
    query: schema.query ?? z.unknown(),
    body: schema.body ?? z.unknown(),
  };
  const whole = z.object({ ...parts, headers: z.object(schema.headers ?? {}) });
  const wholeOfSandbox = z.object({ ...parts, headers: z.object({ ...schema.headers, ...sandboxHeaders }) });

  return (event: GatewayEvent): ApiRequest<S> => {
    const headers = headersOf(event);
    const sandbox = isSandbox(event);
    const result = (sandbox ? wholeOfSandbox : whole).safeParse(
      {
        path: event.pathParameters,
        query: event.multiValueQueryStringParameters,
        headers,
        body: schema.body ? bodyOf(event, headers) : undefined,
      },
      { error: violationWords },
    );
    if (!result.success) {
      throw new ApiError('CONSTRAINT_VIOLATION', withoutRepeats(result.error.issues.map(toProblem)));
    }
    // The schema's own output: zod cannot express that the parts are optional by type.
    return {
      ...result.data,
      client: event.requestContext.authorizer?.client ?? '',
      sandbox,
    } as ApiRequest<S>;
  };
};
