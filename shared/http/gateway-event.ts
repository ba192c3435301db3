import * as z from 'zod/mini';

/** Values by name, empty in place of the gateway's null. */
const byName = <Value extends z.ZodMiniType>(value: Value) =>
  z.pipe(
    z.nullish(z.record(z.string(), value)),
    z.transform((values) => values ?? {}),
  );

/** Context that the authoriser returns for a key; API Gateway turns every value into text. */
const authoriserContext = z.partial(
  z.object({
    client: z.string(),
    keyId: z.string(),
    /** Requests per second that the key's plan allows. */
    ratePerSecond: z.string().check(z.regex(/^\d+$/)),
    /** Scopes of the key, comma-separated. */
    scopes: z.string(),
    sandbox: z.literal('true'),
  }),
);

/**
 * Members of API Gateway's REST proxy event (payload format 1.0) that handlers read. Query strings come only from
 * `multiValueQueryStringParameters`, which keeps bracketed and repeated names as sent.
 */
export const gatewayEvent = z.object({
  resource: z.string(),
  pathParameters: byName(z.string()),
  multiValueQueryStringParameters: byName(z.array(z.string())),
  multiValueHeaders: byName(z.array(z.string())),
  body: z.nullish(z.string()),
  isBase64Encoded: z._default(z.boolean(), false),
  requestContext: z.object({
    requestId: z.string(),
    authorizer: z.nullish(authoriserContext),
  }),
});
export type GatewayEvent = z.output<typeof gatewayEvent>;

/** Returns all values of the header with this lower-case name, in any letter case. */
export const headerValuesOf = (
  { multiValueHeaders }: Pick<GatewayEvent, 'multiValueHeaders'>,
  lowerCaseName: string,
): readonly string[] =>
  Object.entries(multiValueHeaders).flatMap(([name, values]) =>
    name.toLowerCase() === lowerCaseName ? values : [],
  );

/** Returns the header with this lower-case name, repeated ones joined as an HTTP list; undefined if it is absent. */
export const headerOf = (event: GatewayEvent, lowerCaseName: string): string | undefined => {
  const values = headerValuesOf(event, lowerCaseName);
  return values.length === 0 ? undefined : values.join(', ');
};
