import * as z from 'zod/mini';

/** Record of values by name. API Gateway's null becomes an empty record. */
const byName = <Value extends z.ZodMiniType>(value: Value) =>
  z.pipe(
    z.nullish(z.record(z.string(), value)),
    z.transform((values) => values ?? {}),
  );

/** Context that the authoriser returns for a key. API Gateway converts every value to a string. */
const authoriserContext = z.partial(
  z.object({
    client: z.string(),
    keyId: z.string(),
    plan: z.string(),
    /** Scopes of the key, comma-separated. */
    scopes: z.string(),
    sandbox: z.literal('true'),
    /** Websites that may use the key, separated by spaces; absent for a secret key. */
    origins: z.string(),
  }),
);

/**
 * Members of API Gateway's REST proxy event (payload format 1.0) that handlers read. Query parameters are read only
 * from `multiValueQueryStringParameters`, which keeps bracketed and repeated names as sent.
 */
export const gatewayEvent = z.object({
  resource: z.string(),
  /** Path as sent, of which `resource` is the template. */
  path: z._default(z.string(), ''),
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

/** Returns all values of a header. Header names are case-insensitive. */
export const headerValuesOf = (
  { multiValueHeaders }: Pick<GatewayEvent, 'multiValueHeaders'>,
  lowerCaseName: string,
): readonly string[] =>
  Object.entries(multiValueHeaders).flatMap(([name, values]) =>
    name.toLowerCase() === lowerCaseName ? values : [],
  );

/** Returns the value of a header; undefined if it is absent. Repeated values are joined by commas, as in HTTP. */
export const headerOf = (event: GatewayEvent, lowerCaseName: string): string | undefined => {
  const values = headerValuesOf(event, lowerCaseName);
  return values.length === 0 ? undefined : values.join(', ');
};

/** Whether the path ends with a slash. API Gateway finds an operation even then, but the contract has none there. */
export const endsWithSlash = ({ path }: Pick<GatewayEvent, 'path'>): boolean => path.endsWith('/');
