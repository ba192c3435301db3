import * as z from 'zod';
import { ApiError, constraintViolation, type Problem } from './api-error.ts';
import { type GatewayEvent, headerOf } from './gateway-event.ts';
import { readJsonBody, UnreadableBody } from './json-body.ts';
import { isSandbox, sandboxHeaders } from './sandbox.ts';
import { violationWords } from './violation-words.ts';

/** The parts of a request that an operation reads, each with its schema; the rest of the request is ignored. */
export interface RequestSchema {
  readonly path?: Readonly<Record<string, z.ZodType<unknown, string>>>;
  readonly query?: z.ZodType<unknown, Readonly<Record<string, readonly string[]>>>;
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
const percentEncoded = z.transform((raw: string, context) => {
  try {
    return decodeURIComponent(raw);
  } catch {
    context.addIssue('is not percent-encoded UTF-8');
    return z.NEVER;
  }
});

const decoded = (fields: NonNullable<RequestSchema['path']>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, percentEncoded.pipe(field)]));

const bodyOf = (event: GatewayEvent): unknown => {
  try {
    return readJsonBody({
      body: event.body ?? null,
      isBase64Encoded: event.isBase64Encoded,
      contentType: headerOf(event, 'content-type'),
      contentEncoding: headerOf(event, 'content-encoding'),
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

const wording = { error: violationWords };

/** The schema of what an operation reads, and of each part what there is to be read in an event. */
const readingOf = (schema: RequestSchema, headers: NonNullable<RequestSchema['headers']>) => {
  const headerNames = Object.keys(headers);
  const parts = z.object({
    ...(schema.path && { path: z.object(decoded(schema.path)) }),
    ...(schema.query && { query: schema.query }),
    ...(schema.body && { body: schema.body }),
    ...(headerNames.length > 0 && { headers: z.object(headers) }),
  });
  return (event: GatewayEvent) =>
    parts.safeParse(
      {
        path: event.pathParameters,
        query: event.multiValueQueryStringParameters,
        headers: Object.fromEntries(headerNames.map((name) => [name, headerOf(event, name)])),
        body: schema.body && bodyOf(event),
      },
      wording,
    );
};

const nothingRead = { path: {}, query: {}, headers: {}, body: undefined };

/**
 * Reads the parts of an event that the schema names and parses them together, so that one 400 lists every violation.
 * Throws ApiError.
 */
export const requestParser = <S extends RequestSchema>(schema: S) => {
  const read = readingOf(schema, schema.headers ?? {});
  const readOfSandbox = readingOf(schema, { ...schema.headers, ...sandboxHeaders });

  return (event: GatewayEvent): ApiRequest<S> => {
    const sandbox = isSandbox(event);
    const { success, data, error } = (sandbox ? readOfSandbox : read)(event);
    if (!success) {
      throw new ApiError('CONSTRAINT_VIOLATION', withoutRepeats(error.issues.map(toProblem)));
    }
    const client = event.requestContext.authorizer?.client ?? '';
    // The schema's own output: zod cannot express that the parts are optional by type.
    return { ...nothingRead, ...data, client, sandbox } as ApiRequest<S>;
  };
};
