import * as z from 'zod';
import { type ResolvedResource, readProperties, templateNumber, unsupported } from './resource.ts';

/** What CloudFront does with the files of the portal. */
export interface DeployedPortal {
  /** Code of the function that maps the path of a request to that of a file, or responds itself. */
  readonly viewerRequest: string;
  /** Headers of files by the first pattern that their path matches. The last pattern is `*`. */
  readonly behaviours: readonly PortalBehaviour[];
}

interface PortalBehaviour {
  /** From the root, without a slash before it, such as `assets/*`. */
  readonly pathPattern: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads the portal's distribution; undefined if there is none. Throws UnsupportedTemplate. */
export const readPortal = (resources: readonly ResolvedResource[]): DeployedPortal | undefined => {
  const [distribution, ...others] = resources.filter(({ type }) => type === 'AWS::CloudFront::Distribution');
  if (distribution === undefined) return undefined;
  if (others.length > 0) throw unsupported(distribution, 'there can be only one');
  const named = (type: string, name = ''): ResolvedResource => {
    const found = resources.find((each) => each.type === type && each.name === name);
    if (found === undefined) throw unsupported(distribution, `the templates have no ${type} ${name}`);
    return found;
  };
  const {
    DistributionConfig: { DefaultCacheBehavior, CacheBehaviors },
  } = readProperties(distributionProperties, distribution);
  const all = [...CacheBehaviors, { ...DefaultCacheBehavior, PathPattern: '*' }];
  const [program, ...more] = new Set(all.map(({ FunctionAssociations: [{ FunctionARN }] }) => FunctionARN));
  if (more.length > 0) throw unsupported(distribution, 'its behaviours must have one function in common');
  const code = named('AWS::CloudFront::Function', program?.replace(/\.FunctionARN$/, ''));
  return {
    viewerRequest: readProperties(z.object({ FunctionCode: z.string() }), code).FunctionCode,
    behaviours: all.map(({ PathPattern, ResponseHeadersPolicyId }) => ({
      pathPattern: PathPattern,
      headers: readProperties(
        headersPolicy,
        named('AWS::CloudFront::ResponseHeadersPolicy', ResponseHeadersPolicyId),
      ),
    })),
  };
};

const behaviour = z.object({
  ResponseHeadersPolicyId: z.string(),
  FunctionAssociations: z.tuple([
    z.strictObject({ EventType: z.literal('viewer-request'), FunctionARN: z.string() }),
  ]),
});

/** Certificates, logs and error pages have no meaning on one machine. */
const distributionProperties = z.object({
  DistributionConfig: z.object({
    DefaultRootObject: z.literal('index.html'),
    DefaultCacheBehavior: behaviour,
    CacheBehaviors: z.array(behaviour.extend({ PathPattern: z.string() })),
  }),
});

const override = { Override: z.boolean() };

/** A policy as headers by lower-case name. Other headers than these are refused instead of left out. */
const headersPolicy = z
  .strictObject({
    ResponseHeadersPolicyConfig: z.strictObject({
      Name: z.string(),
      CustomHeadersConfig: z.strictObject({
        Items: z.array(z.strictObject({ Header: z.string(), Value: z.string(), ...override })),
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
    const custom = CustomHeadersConfig.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value]);
    return {
      ...(Object.fromEntries(custom) as Record<string, string>),
      'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': security.FrameOptions.FrameOption,
      'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
      'strict-transport-security': `max-age=${AccessControlMaxAgeSec}${IncludeSubdomains ? '; includeSubDomains' : ''}`,
    };
  });
