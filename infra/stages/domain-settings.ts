import * as z from 'zod';

/** A name of the Domain Name System, such as `api.example.org`. */
const hostName = z
  .string()
  .max(253)
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    'a host name in lower case, such as api.example.org',
  );

/** ACM's certificate; in any region where none is named. */
const certificateIn = (region?: string) =>
  z
    .string()
    .regex(
      new RegExp(`^arn:aws[a-z-]*:acm:${region ?? '[a-z0-9-]+'}:\\d{12}:certificate/[0-9a-f-]{36}$`),
      `the ARN of ACM's certificate${region === undefined ? '' : ` in ${region}`}`,
    );

/** A name of one's own for an address of AWS, its certificate in the region that is named, or in any. */
export const domainOf = (region?: string) =>
  z
    .strictObject({
      name: hostName,
      certificateArn: certificateIn(region),
      /** The public zone of Route 53 that is to point there; where it is absent, somebody else's DNS does. */
      hostedZone: z.strictObject({ id: z.string().regex(/^Z[0-9A-Z]{5,31}$/), name: hostName }).optional(),
    })
    .refine(
      ({ name, hostedZone }) =>
        !hostedZone || name.endsWith(`.${hostedZone.name}`) || name === hostedZone.name,
      { path: ['hostedZone', 'name'], error: "the domain's name must lie in the hosted zone" },
    );

/** A domain that an address of AWS is known by. */
export type DomainSettings = z.infer<ReturnType<typeof domainOf>>;
