import * as z from 'zod/mini';

/** Source of the hours of a service without hours of its own. */
export const hoursSources = ['LOCATION', 'HATCH'] as const;

const capabilityCategory = z.object({
  id: z.string(),
  name: z.string(),
  /** URL-encoded equivalent of the name. */
  description: z.string(),
});

/**
 * A service that locations offer: the canonical record behind a v2 service and a v3 operational capability, and the
 * shape of a row of the capabilities table and of a published record.
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
  /**
   * Source of the hours of locations that offer it without hours of their own; such locations show none if absent.
   */
  hoursFrom: z.optional(z.enum(hoursSources)),
  categories: z.array(capabilityCategory),
  partnerCode: z.string(),
});
export type Capability = z.infer<typeof capability>;
