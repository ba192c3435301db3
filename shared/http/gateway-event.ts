import * as z from 'zod';

/** Values of the event by the client's own names: read where an operation asks for one of them, and not before. */
export type ByName = Readonly<Record<string, unknown>>;

/** What there is by name where the gateway says that there is nothing. */
export const nothing: ByName = {};

/** Whether they could be values by name, whatever these are. */
export const isByName = (values: unknown): values is ByName =>
  typeof values === 'object' && values !== null && !Array.isArray(values);

/** A record of zod's would read and copy every value, which takes longer than all the rest of a request. */
const valuesByName = z.transform((values: unknown, context): ByName => {
  if (values === undefined || values === null) return nothing;
  if (isByName(values)) return values;
  context.addIssue({ code: 'invalid_type', expected: 'object', input: values });
  return z.NEVER;
});

/** The requests a second of a plan. */
export const isRate = /^\d+$/;

/** What the authoriser told of the key; API Gateway makes a text of every value. */
const authoriserContext = z
  .object({
    client: z.string(),
    keyId: z.string(),
    /** Of the key's plan. */
    ratePerSecond: z.string().regex(isRate),
    /** Of the key, comma-separated. */
    scopes: z.string(),
    sandbox: z.literal('true'),
  })
  .partial();

/**
 * What the handlers read of API Gateway's REST proxy event (payload format 1.0). Query strings are taken from
 * `multiValueQueryStringParameters` alone: bracketed names and repeated ones arrive there as the client sent them.
 * Of what clients send by name, only what an operation reads is parsed: by requestParser and headerOf.
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
 * The header of this lower-case name, whatever the client's case; repeated ones joined as HTTP lists are. Undefined
 * where there is none. Throws ZodError where its values are not texts, which no gateway sends.
 */
export const headerOf = ({ multiValueHeaders }: GatewayEvent, lowerCaseName: string): string | undefined => {
  let found: unknown;
  for (const name in multiValueHeaders) {
    if (name.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName) {
      found = multiValueHeaders[name];
    }
  }
  return found === undefined ? undefined : headerValues.parse(found).join(', ');
};
