import * as z from 'zod';

/** Values by the names that clients sent, unparsed until an operation reads one. */
export type ByName = Readonly<Record<string, unknown>>;

/** Empty record, in place of the gateway's null. */
export const nothing: ByName = {};

/** Whether the value is an object that is not an array; its values are not checked. */
const isByName = (values: unknown): values is ByName =>
  typeof values === 'object' && values !== null && !Array.isArray(values);

/** Passes the object through unparsed: z.record would read and copy every value on the hot path. */
const valuesByName = z.transform((values: unknown, context): ByName => {
  if (values === undefined || values === null) return nothing;
  if (isByName(values)) return values;
  context.addIssue({ code: 'invalid_type', expected: 'object', input: values });
  return z.NEVER;
});

/** Format of a plan's requests per second. */
const isRate = /^\d+$/;

/** Authoriser context of the key; API Gateway turns every value into text. */
const authoriserContext = z
  .object({
    client: z.string(),
    keyId: z.string(),
    /** Requests per second that the key's plan allows. */
    ratePerSecond: z.string().regex(isRate),
    /** Scopes of the key, comma-separated. */
    scopes: z.string(),
    sandbox: z.literal('true'),
  })
  .partial();

/**
 * Members of API Gateway's REST proxy event (payload format 1.0) that handlers read. Query strings come from
 * `multiValueQueryStringParameters` alone, which keeps bracketed and repeated names as sent. Values by name are parsed
 * only if an operation reads them, by requestParser and headerOf.
 */
export const gatewayEvent = z.object({
  resource: z.string(),
  pathParameters: valuesByName,
  multiValueQueryStringParameters: valuesByName,
  multiValueHeaders: valuesByName,
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().default(false),
  requestContext: z.object({
    requestId: z.string(),
    authorizer: authoriserContext.nullish(),
  }),
});
export type GatewayEvent = z.infer<typeof gatewayEvent>;

const headerValues = z.array(z.string());

/**
 * Returns all values of the header with this lower-case name, in any letter case. Throws ZodError if they are not
 * texts, which no gateway sends.
 */
export const headerValuesOf = (
  { multiValueHeaders }: GatewayEvent,
  lowerCaseName: string,
): readonly string[] => {
  const found: string[] = [];
  for (const name in multiValueHeaders) {
    if (name.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName) {
      found.push(...headerValues.parse(multiValueHeaders[name]));
    }
  }
  return found;
};

/** Returns the header with this lower-case name, repeated ones joined as an HTTP list; undefined if it is absent. */
export const headerOf = (event: GatewayEvent, lowerCaseName: string): string | undefined => {
  const values = headerValuesOf(event, lowerCaseName);
  return values.length === 0 ? undefined : values.join(', ');
};
