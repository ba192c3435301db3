import * as z from 'zod';
import {
  type ResolvedResource,
  readAll,
  readPart,
  renamed,
  templateNumber,
  UnsupportedTemplate,
} from './resource.ts';

/**
 * CloudFront's behaviours for the portal: headers by lower-case name, default headers for responses that lack them, and
 * objects to serve instead of the portal's files. The first behaviour whose pattern matches the path applies. A pattern
 * is a path, such as `/key.json`, or a prefix with `*`, such as `/assets/*`.
 */
export type DeployedPortal = ReturnType<typeof readPortal>;

/** Reads the only distribution in the templates. Throws UnsupportedTemplate. */
export const readPortal = (resources: readonly ResolvedResource[]) => {
  const policies = readAll(resources, 'AWS::CloudFront::ResponseHeadersPolicy', headersPolicy);
  const [distribution, ...others] = readAll(resources, 'AWS::CloudFront::Distribution', distributions);
  if (!distribution || others.length > 0) throw new UnsupportedTemplate('expected exactly one distribution');
  const headersOf = (wanted: string) => {
    const policy = policies.find(({ name }) => name === wanted);
    if (policy) return { headers: policy.headers, defaultHeaders: policy.defaultHeaders };
    throw new UnsupportedTemplate(`${distribution.name} (distribution): the templates have no ${wanted}`);
  };
  const behaviours = [...distribution.behaviours, { ...distribution.default, pathPattern: '/*' }];
  return behaviours.map(({ pathPattern, policy, origin }) => ({
    pathPattern,
    ...headersOf(policy),
    ...(origin !== distribution.default.origin && { objects: objectsOf(distribution.origins, origin) }),
  }));
};

/** Whether a path matches the pattern of a behaviour. */
export const matchesPattern = (pattern: string, path: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

/** Returns the bucket of an origin, and the folder of its objects, such as `/public`. */
const objectsOf = (origins: readonly z.output<typeof bucketOrigin>[], wanted: string) => {
  const { domainName = '', originPath = '' } = origins.find(({ id }) => id === wanted) ?? {};
  const bucket = /^(.+)\.RegionalDomainName$/.exec(domainName)?.[1];
  if (bucket !== undefined) return { bucket, folder: originPath };
  throw new UnsupportedTemplate(`${wanted} (origin): only a bucket of the templates is supported`);
};

const behaviour = {
  policy: ['ResponseHeadersPolicyId', z.string()],
  origin: ['TargetOriginId', z.string()],
} as const;
const pathPattern = readPart(
  /^\/?([^*?]*\*?)$/,
  'only a path, or a prefix followed by *, is supported',
).transform((path) => `/${path}`);
const pathBehaviour = renamed({ ...behaviour, pathPattern: ['PathPattern', pathPattern] });

const bucketOrigin = renamed({
  id: ['Id', z.string()],
  domainName: ['DomainName', z.string()],
  originPath: ['OriginPath', z.string().optional()],
});

/** Certificates, logs, error pages, and the function that adds `index.html` to folders, are not read. */
const distributions = renamed(
  {
    default: ['DistributionConfig.DefaultCacheBehavior', renamed(behaviour)],
    behaviours: ['DistributionConfig.CacheBehaviors', z.array(pathBehaviour)],
    origins: ['DistributionConfig.Origins', z.array(bucketOrigin)],
  },
  [['DistributionConfig.DefaultRootObject', 'index.html']],
);

const override = { Override: z.boolean() };

/** Schema of a response headers policy, which is converted to headers. Other headers are rejected. */
const headersPolicy = z
  .strictObject({
    ResponseHeadersPolicyConfig: z.strictObject({
      Name: z.string(),
      CustomHeadersConfig: z.strictObject({
        Items: z.array(z.strictObject({ Header: z.string().toLowerCase(), Value: z.string(), ...override })),
      }),
      SecurityHeadersConfig: z.strictObject({
        ContentSecurityPolicy: z.strictObject({ ContentSecurityPolicy: z.string(), ...override }),
        ContentTypeOptions: z.strictObject(override),
        FrameOptions: z.strictObject({ FrameOption: z.string(), ...override }).optional(),
        ReferrerPolicy: z.strictObject({ ReferrerPolicy: z.string(), ...override }),
        StrictTransportSecurity: z.strictObject({
          AccessControlMaxAgeSec: templateNumber,
          IncludeSubdomains: z.boolean().default(false),
          ...override,
        }),
      }),
    }),
  })
  .transform(({ ResponseHeadersPolicyConfig: { CustomHeadersConfig, SecurityHeadersConfig: security } }) => {
    const { AccessControlMaxAgeSec, IncludeSubdomains } = security.StrictTransportSecurity;
    const custom = (overrides: boolean): Readonly<Record<string, string>> =>
      Object.fromEntries(
        CustomHeadersConfig.Items.filter(({ Override }) => Override === overrides).map(
          ({ Header, Value }) => [Header, Value],
        ),
      );
    const headers: Readonly<Record<string, string>> = {
      ...custom(true),
      'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      ...(security.FrameOptions && { 'x-frame-options': security.FrameOptions.FrameOption }),
      'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
      'strict-transport-security': `max-age=${AccessControlMaxAgeSec}${IncludeSubdomains ? '; includeSubDomains' : ''}`,
    };
    return { headers, defaultHeaders: custom(false) };
  });
