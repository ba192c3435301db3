import * as z from 'zod';
import { ApiError, constraintViolation, type Problem } from './api-error.ts';
import { type GatewayEvent, headerOf, headerValuesOf, nothing } from './gateway-event.ts';
import { readJsonBody, UnreadableBody } from './json-body.ts';
import { encodedText } from './query-params.ts';
import { isSandbox, sandboxHeaders } from './sandbox.ts';
import { checkTargetLength } from './target-length.ts';
import { violationWords } from './violation-words.ts';

/** Schemas of the parts of a request that an operation reads; other parts are ignored. */
export interface RequestSchema {
  readonly path?: Readonly<Record<string, z.ZodType<unknown, string>>>;
  readonly query?: z.ZodType<unknown, Readonly<Record<string, readonly string[]>>>;
  /** Schemas of headers, by lower-case name. */
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
  /** Whether the key is a sandbox key, whose requests are tests. */
  readonly sandbox: boolean;
}

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

/** Writes the name of a header as people do: `idempotency-key` becomes `Idempotency-Key`. */
const headerName = (lowerCaseName: string): string =>
  lowerCaseName.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

/**
 * Turns an issue into a problem that names its parameter or body field: the path below `path`, `query`, `headers` or
 * `body`.
 */
const toProblem = ({ path: [part, ...rest], message }: z.core.$ZodIssue): Problem => {
  const names = part === 'body' ? rest : rest.slice(0, 1);
  const parameter = names.length > 0 ? names.map(String).join('.') : String(part);
  const name = part === 'headers' ? headerName(parameter) : parameter;
  return { detail: `${name}: ${message}`, parameter };
};

/** Returns a problem for each of these headers that was sent several times with different values. */
const contradictions = (event: GatewayEvent, names: readonly string[]): Problem[] =>
  names
    .filter((name) => new Set(headerValuesOf(event, name)).size > 1)
    .map((name) => ({
      detail: `${headerName(name)}: must not be sent twice with different values`,
      parameter: name,
    }));

const withoutRepeats = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [problem.detail, problem])).values(),
];

const placeOf = ({ path }: z.core.$ZodIssue): string => JSON.stringify(path.map(String));

/**
 * Keeps only the type issue of a value of the wrong type: zod also reports a list's length where a text is expected.
 */
const withoutConsequences = (issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] => {
  const ofOtherType = new Set(issues.filter(({ code }) => code === 'invalid_type').map(placeOf));
  return issues.filter((issue) => issue.code === 'invalid_type' || !ofOtherType.has(placeOf(issue)));
};

const wording = { error: violationWords };

type Path = NonNullable<RequestSchema['path']>;
type Headers = NonNullable<RequestSchema['headers']>;

const encoded = (path: Path): Path =>
  Object.fromEntries(Object.entries(path).map(([name, field]) => [name, encodedText(field)]));

/** Combines the schemas of an operation into one schema. */
const partsOf = ({ query, body }: RequestSchema, path: Path, headers: Headers) =>
  z.object({
    path: z.object(path),
    ...(query && { query }),
    ...(body && { body }),
    headers: z.object(headers),
  });

/** Returns the first value of each header; different ones are refused, see `contradictions`. */
const headersOf = (event: GatewayEvent, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, headerValuesOf(event, name)[0]]));

const isEncoded = (value: unknown): boolean => typeof value === 'string' && value.includes('%');

/** Creates a reader of events, with these schemas for headers. */
const readingOf = (schema: RequestSchema, headers: Headers) => {
  const { path = {} } = schema;
  const pathNames = Object.keys(path);
  const headerNames = Object.keys(headers);
  // Made on first use: most instances see only one kind of request.
  let parts: ReturnType<typeof partsOf> | undefined;
  let partsOfEncoded: ReturnType<typeof partsOf> | undefined;
  const partsFor = (hasEncoded: boolean) => {
    if (hasEncoded) {
      partsOfEncoded ??= partsOf(schema, encoded(path), headers);
      return partsOfEncoded;
    }
    parts ??= partsOf(schema, path, headers);
    return parts;
  };
  return (event: GatewayEvent) => {
    // API Gateway passes path parameters on percent-encoded; few contain an encoded character.
    const hasEncoded = pathNames.some((name) => isEncoded(event.pathParameters[name]));
    const given = {
      path: event.pathParameters,
      query: event.multiValueQueryStringParameters,
      headers: headerNames.length === 0 ? nothing : headersOf(event, headerNames),
      body: schema.body && bodyOf(event),
    };
    return partsFor(hasEncoded).safeParse(given, wording);
  };
};

const nothingRead = {};

/**
 * Creates a parser that checks all parts of an event together, so that one 400 lists every violation. The parser throws
 * ApiError.
 */
export const requestParser = <S extends RequestSchema>(schema: S) => {
  const read = readingOf(schema, schema.headers ?? {});
  const readOfSandbox = readingOf(schema, { ...schema.headers, ...sandboxHeaders });

  return (event: GatewayEvent): ApiRequest<S> => {
    const sandbox = isSandbox(event);
    const { data, error } = (sandbox ? readOfSandbox : read)(event);
    const headers = { ...schema.headers, ...(sandbox && sandboxHeaders) };
    const contradicting = contradictions(event, Object.keys(headers));
    if (!data || contradicting.length > 0) {
      const violations = withoutConsequences(error?.issues ?? []).map(toProblem);
      throw new ApiError('CONSTRAINT_VIOLATION', withoutRepeats([...violations, ...contradicting]));
    }
    // After the parameters, which say more exactly what is too long.
    checkTargetLength(event);
    const { path, query = nothingRead, body } = data;
    const client = event.requestContext.authorizer?.client ?? '';
    // The schema's own output: zod cannot express that the parts are optional by type.
    return { path, query, headers: data.headers, body, client, sandbox } as ApiRequest<S>;
  };
};
