import * as z from 'zod';

const valuesByName = z
  .record(z.string(), z.array(z.string()))
  .nullish()
  .transform((values) => values ?? {});

/** What the authoriser told of the key; API Gateway makes a text of every value. */
const authoriserContext = z
  .object({
    client: z.string(),
    keyId: z.string(),
    /** Of the key's plan. */
    ratePerSecond: z.string().regex(/^\d+$/),
    /** Of the key, comma-separated. */
    scopes: z.string(),
    sandbox: z.literal('true'),
  })
  .partial();

/**
 * What the handlers read of API Gateway's REST proxy event (payload format 1.0). Query strings are taken from
 * `multiValueQueryStringParameters` alone: bracketed names and repeated ones arrive there as the client sent them.
 */
export const gatewayEvent = z.object({
  resource: z.string(),
  pathParameters: z
    .record(z.string(), z.string())
    .nullish()
    .transform((values) => values ?? {}),
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

/** Headers by lower-case name, whatever the client's case; repeated ones joined as HTTP lists are. */
export const headersOf = ({ multiValueHeaders }: GatewayEvent): Record<string, string> =>
  Object.fromEntries(
    Object.entries(multiValueHeaders).map(([name, values]) => [name.toLowerCase(), values.join(', ')]),
  );
