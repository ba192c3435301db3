import * as z from 'zod/mini';

/** Sources of hours for services that have none of their own. */
export const hoursSources = ['LOCATION', 'HATCH'] as const;

const capabilityCategory = z.object({
  id: z.string(),
  name: z.string(),
  /** URL-encoded equivalent of the name. */
  description: z.string(),
});

/**
 * A service that locations offer. This is the canonical record for a v2 service and a v3 operational capability, and
 * the shape of rows in the capabilities table and of published records.
 */
export const capability = z.object({
  serviceCode: z.int32(),
  /** Id in version 3 of the API. */
  capabilityId: z.string().check(z.minLength(1)),
  /** Name as an enumeration constant. */
  name: z.string(),
  /** Human-readable name. */
  description: z.string(),
  details: z.optional(z.string()),
  /** URL-encoded equivalent of the description. */
  urlName: z.string(),
  appointmentRequired: z.boolean(),
  searchable: z.boolean(),
  serviceOffering: z.boolean(),
  /** Source of the service's hours at locations that list no hours for it. If absent, no hours are shown there. */
  hoursFrom: z.optional(z.enum(hoursSources)),
  categories: z.array(capabilityCategory),
  partnerCode: z.string(),
});
export type Capability = z.infer<typeof capability>;
