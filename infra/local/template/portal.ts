import * as z from 'zod';
import {
  type ResolvedResource,
  readAll,
  readText,
  renamed,
  templateNumber,
  UnsupportedTemplate,
} from './resource.ts';

/** CloudFront's settings for the portal. */
export type DeployedPortal = NonNullable<ReturnType<typeof readPortal>>;

/** Reads the portal's distribution; undefined if there is none. Throws UnsupportedTemplate. */
export const readPortal = (resources: readonly ResolvedResource[]) => {
  const programs = readAll(resources, 'AWS::CloudFront::Function', z.object({ FunctionCode: z.string() }));
  const policies = readAll(resources, 'AWS::CloudFront::ResponseHeadersPolicy', headersPolicy);
  const [distribution, ...others] = readAll(resources, 'AWS::CloudFront::Distribution', distributions);
  if (distribution === undefined) return undefined;
  const find = <T extends { readonly name: string }>(all: readonly T[], wanted: string): T => {
    const found = all.find(({ name }) => name === wanted);
    if (found) return found;
    throw new UnsupportedTemplate(`${distribution.name} (distribution): the templates have no ${wanted}`);
  };
  const behaviours = [...distribution.behaviours, { ...distribution.default, pathPrefix: '/' }];
  const [program = '', ...more] = new Set(behaviours.map(({ functionArn }) => functionArn));
  if (others.length > 0 || more.length > 0)
    throw new UnsupportedTemplate('there can be only one distribution, with one function for all behaviours');
  return {
    /** Code of the function that maps a request's path to the path of a file, or responds itself. */
    viewerRequest: find(programs, program.replace(/\.FunctionARN$/, '')).FunctionCode,
    /** Headers by lower-case name. The first entry whose prefix matches the path, such as `/assets/`, applies. */
    behaviours: behaviours.map(({ pathPrefix, policy }) => ({
      pathPrefix,
      headers: find(policies, policy).headers,
    })),
  };
};

const behaviour = {
  policy: ['ResponseHeadersPolicyId', z.string()],
  functionArn: ['FunctionAssociations.0.FunctionARN', z.string()],
} as const;
const unsupported = [
  ['FunctionAssociations.0.EventType', 'viewer-request'],
  'FunctionAssociations.1',
] as const;
const pathPrefix = readText((pattern) => {
  const prefix = /^\/?([^*?]*)\*$/.exec(pattern)?.[1];
  return prefix === undefined ? undefined : `/${prefix}`;
}, 'only a prefix followed by * is supported');
const pathBehaviour = renamed({ ...behaviour, pathPrefix: ['PathPattern', pathPrefix] }, unsupported);

/** Certificates, logs and error pages are ignored on one machine. */
const distributions = renamed(
  {
    default: ['DistributionConfig.DefaultCacheBehavior', renamed(behaviour, unsupported)],
    behaviours: ['DistributionConfig.CacheBehaviors', z.array(pathBehaviour)],
  },
  [['DistributionConfig.DefaultRootObject', 'index.html']],
);

const override = { Override: z.boolean() };

/** A policy, converted to headers by lower-case name. Rejects other headers than these. */
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
        FrameOptions: z.strictObject({ FrameOption: z.string(), ...override }),
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
    const headers: Readonly<Record<string, string>> = {
      ...Object.fromEntries(CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
      'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': security.FrameOptions.FrameOption,
      'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
      'strict-transport-security': `max-age=${AccessControlMaxAgeSec}${IncludeSubdomains ? '; includeSubDomains' : ''}`,
    };
    return { headers };
  });
