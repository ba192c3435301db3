import * as z from 'zod';

/** Which of its hours a location gives to a service that has none of its own. */
export const hoursSources = ['LOCATION', 'HATCH'] as const;

const capabilityCategory = z.lazy(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    /** URL-encoded equivalent of the name. */
    description: z.string(),
  }),
);

/**
 * Something locations do for their customers: the canonical record behind a v2 service and a v3 operational
 * capability. It is the shape of a row of the capabilities table and of a record of the published catalogue.
 */
export const capability = z.lazy(() =>
  z.object({
    serviceCode: z.int32(),
    /** The v3 id. */
    capabilityId: z.string().min(1).max(120),
    /** The enumerated name. */
    name: z.string(),
    /** The name for people. */
    description: z.string(),
    details: z.string().optional(),
    /** URL-encoded equivalent of the description. */
    urlName: z.string(),
    appointmentRequired: z.boolean(),
    searchable: z.boolean(),
    serviceOffering: z.boolean(),
    /** Where locations that offer it without hours of their own take them from; none where absent. */
    hoursFrom: z.enum(hoursSources).optional(),
    categories: z.array(capabilityCategory),
    partnerCode: z.string(),
  }),
);
export type Capability = z.infer<typeof capability>;
