import * as z from 'zod';
import { readProperties } from './read-properties.ts';
import type { ResolvedResource } from './resolved-resource.ts';
import { templateNumber } from './template-number.ts';

const customHeaders = z.array(
  z.strictObject({ Header: z.string(), Value: z.string(), Override: z.boolean() }),
);
const override = { Override: z.boolean() };

/** CloudFront's own words for the headers of browsers' safety. Another than these is refused, and not left out. */
const policyProperties = z.strictObject({
  ResponseHeadersPolicyConfig: z.strictObject({
    Name: z.string(),
    CustomHeadersConfig: z.strictObject({ Items: customHeaders }),
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
});

/** The headers of a policy by lower-case name. Throws UnsupportedTemplate. */
export const readResponseHeaders = (policy: ResolvedResource): Readonly<Record<string, string>> => {
  const { ResponseHeadersPolicyConfig: config } = readProperties(policyProperties, policy, []);
  const {
    ContentSecurityPolicy: { ContentSecurityPolicy },
    FrameOptions: { FrameOption },
    ReferrerPolicy: { ReferrerPolicy },
    StrictTransportSecurity: { AccessControlMaxAgeSec, IncludeSubdomains },
  } = config.SecurityHeadersConfig;
  return {
    ...Object.fromEntries(
      config.CustomHeadersConfig.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value]),
    ),
    'content-security-policy': ContentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': FrameOption,
    'referrer-policy': ReferrerPolicy,
    'strict-transport-security': `max-age=${AccessControlMaxAgeSec}${IncludeSubdomains ? '; includeSubDomains' : ''}`,
  };
};
