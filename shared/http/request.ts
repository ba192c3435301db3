import * as z from 'zod/mini';
import { isBrowserKey } from './browser-origin.ts';
import { ApiError, constraintViolation, type Problem, violationMessage } from './errors.ts';
import { type GatewayEvent, headerOf, headerValuesOf } from './gateway-event.ts';
import { readJsonBody } from './json-body.ts';
import { addViolation } from './query-params.ts';
import { isSandbox, sandboxHeaders } from './sandbox.ts';

/** Schemas of the parts of a request that an operation reads; other parts are ignored. */
export interface RequestSchema {
  readonly path?: Readonly<Record<string, z.core.$ZodType<unknown, string>>>;
  readonly query?: z.core.$ZodType<unknown, Readonly<Record<string, readonly string[]>>>;
  /** Schemas of headers, by lower-case name. */
  readonly headers?: Readonly<Record<string, z.core.$ZodType<unknown, string | undefined>>>;
  readonly body?: z.core.$ZodType;
  /** Returns violations that depend on more than one part, such as a parameter and the kind of key. */
  readonly violations?: (event: GatewayEvent) => readonly Problem[];
}

/** A request parsed by the operation's schema, with the client. */
export interface ApiRequest<S extends RequestSchema> {
  readonly path: Fields<S['path']>;
  readonly query: Whole<S['query']>;
  readonly headers: Fields<S['headers']>;
  readonly body: Whole<S['body']>;
  /** Owner of the key; empty if the operation needs no key. */
  readonly client: string;
  /** Whether the key is a sandbox key, whose requests are tests. */
  readonly sandbox: boolean;
  /** Whether the key is a browser key, for which pages of results are shorter. */
  readonly browser: boolean;
  /** Value of the `Accept` header. */
  readonly accept: string | undefined;
}

type Fields<F> =
  F extends Readonly<Record<string, z.core.$ZodType>>
    ? { readonly [K in keyof F]: z.output<F[K]> }
    : Readonly<Record<string, never>>;
type Whole<T> = T extends z.core.$ZodType ? z.output<T> : undefined;

/** Returns the names of the query parameters that an operation supports. */
export const queryNamesOf = ({ query }: RequestSchema): ReadonlySet<string> =>
  new Set(query instanceof z.ZodMiniObject ? Object.keys(query._zod.def.shape) : []);

/** Creates a parser that checks all parts of an event, so that one 400 lists every violation. It throws ApiError. */
export const requestParser = <S extends RequestSchema>(schema: S) => {
  const { path = {}, query, body, violations = () => [] }: RequestSchema = schema;
  const headers: NonNullable<RequestSchema['headers']> = { ...schema.headers, ...sandboxHeaders };
  const whole = z.object({
    path: z.object(mapValues(path, (field) => z.pipe(percentDecoded, field))),
    query: query ?? z.unknown(),
    body: body ?? z.unknown(),
    headers: z.object(mapValues(headers, sameValue)),
  });
  const withoutBody = z.omit(whole, { body: true });

  return (event: GatewayEvent): ApiRequest<S> => {
    const sandbox = isSandbox(event);
    const { unreadable, ...read } = body ? tryToReadBody(event) : { body: undefined, unreadable: [] };
    const parts = unreadable.length > 0 ? withoutBody : whole;
    const { success, data, error } = parts.safeParse(
      {
        path: event.pathParameters,
        query: event.multiValueQueryStringParameters,
        headers: mapValues(headers, (_, name) =>
          name in sandboxHeaders && !sandbox ? [] : headerValuesOf(event, name),
        ),
        ...read,
      },
      { error: violationMessage },
    );
    const problems = [...toProblems(error?.issues ?? []), ...unreadable, ...violations(event)];
    if (!success || problems.length > 0) throw constraintViolation(...problems);
    // Checked last, because violations of single parameters are more specific.
    checkParametersLength(event);
    const client = event.requestContext.authorizer?.client ?? '';
    // The type of the schema cannot express that the parts are optional.
    const accept = headerOf(event, 'accept');
    return { ...data, client, sandbox, browser: isBrowserKey(event), accept } as ApiRequest<S>;
  };
};

/** Returns the body or why it is unreadable. Does not throw ApiError, so that the other parts are still checked. */
const tryToReadBody = (
  event: GatewayEvent,
): { readonly body?: unknown; readonly unreadable: readonly Problem[] } => {
  try {
    return { body: readJsonBody(event), unreadable: [] };
  } catch (error) {
    if (error instanceof ApiError) return { unreadable: error.problems };
    throw error;
  }
};

const mapValues = <T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T, name: string) => U,
): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));

/** Decodes a path parameter, because API Gateway does not. */
const percentDecoded = z.pipe(
  z.string(),
  z.transform((text, context): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      addViolation(context, 'is not valid percent-encoded UTF-8');
      return z.NEVER;
    }
  }),
);

/**
 * Parses the value of a header, which may be repeated with the same value. If the values differ, the first one is still
 * validated, so that one response lists every violation.
 */
const sameValue = <Field extends z.core.$ZodType>(field: Field) =>
  z.transform((values: readonly string[], context): z.output<Field> => {
    const [value, ...others] = new Set(values);
    if (others.length > 0) addViolation(context, 'must not be sent twice with different values');
    const parsed = z.safeParse(field, value, { error: violationMessage });
    if (parsed.success) return parsed.data;
    for (const { message } of parsed.error.issues) addViolation(context, message);
    return z.NEVER;
  });

/** Maps issues to problems, each of which names a parameter or body field. */
const toProblems = (issues: readonly z.core.$ZodIssue[]): Problem[] => {
  const placeOf = ({ path }: z.core.$ZodIssue) => JSON.stringify(path.map(String));
  const ofOtherType = new Set(issues.filter(({ code }) => code === 'invalid_type').map(placeOf));
  const problems = issues
    // If an array is sent where a string is expected, zod also reports the array's length.
    .filter((issue) => issue.code === 'invalid_type' || !ofOtherType.has(placeOf(issue)))
    .map(toProblem);
  return [...new Map(problems.map((problem) => [problem.detail, problem])).values()];
};

const toProblem = ({ path: [part, ...rest], message }: z.core.$ZodIssue): Problem => {
  const names = part === 'body' ? rest : rest.slice(0, 1);
  const parameter = names.length > 0 ? names.map(String).join('.') : String(part);
  // `idempotency-key` is usually written as `Idempotency-Key`.
  const name =
    part === 'headers' ? parameter.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()) : parameter;
  return { detail: `${name}: ${message}`, parameter };
};

/**
 * Maximum length of a URL's parameters, in characters: path values as sent, and the decoded query with its names, `=`
 * and `&`. API Gateway accepts about 10 kB, but CloudFront, if operators put it in front, accepts only 8,192 bytes.
 */
const maxParametersLength = 8_192;

/** Throws ApiError if the URL is too long, including parameters that the operation does not read. */
const checkParametersLength = ({ pathParameters, multiValueQueryStringParameters }: GatewayEvent): void => {
  const query = Object.entries(multiValueQueryStringParameters).flatMap(([name, values]) =>
    values.map((value) => `?${name}=${value}`),
  );
  const { length } = [...Object.values(pathParameters), ...query].join('');
  if (length <= maxParametersLength) return;
  throw constraintViolation({
    detail: `The URL's parameters are too long: ${length.toLocaleString('en')} characters; the limit is ${maxParametersLength.toLocaleString('en')}.`,
  });
};
