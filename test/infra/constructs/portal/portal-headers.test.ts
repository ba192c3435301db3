import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const policyProperties = z.object({
  ResponseHeadersPolicyConfig: z.object({
    CustomHeadersConfig: z.object({
      Items: z.array(z.object({ Header: z.string(), Value: z.string(), Override: z.literal(true) })),
    }),
    SecurityHeadersConfig: z.looseObject({
      ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.unknown(), Override: z.literal(true) }),
    }),
  }),
});

const tiles = { url: 'https://tiles.example.org/a/{z}/{x}/{y}.png', attribution: 'Somebody' };
const domain = {
  name: 'api.example.org',
  certificateArn: 'arn:aws:acm:ap-southeast-2:123456789012:certificate/12345678-1234-1234-1234-123456789012',
};
const stage = { ...stages.prod, domain, portal: { tiles } };

type Kind = 'Pages' | 'Assets' | 'Reference' | 'Locator';

const headersOf = (kind: Kind, template = synthesiseStage(stage).portal) => {
  const [found] = [...resourcesOfType(template, 'AWS::CloudFront::ResponseHeadersPolicy')].filter(([id]) =>
    id.startsWith(`Headers${kind}`),
  );
  const { CustomHeadersConfig, SecurityHeadersConfig } = policyProperties.parse(
    found?.[1].Properties,
  ).ResponseHeadersPolicyConfig;
  return {
    custom: Object.fromEntries(CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
    security: SecurityHeadersConfig,
    policy: SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy,
  };
};

/** Sources by directive of a content security policy. */
const sourcesOf = (policy: unknown) =>
  Object.fromEntries(
    z
      .string()
      .parse(policy)
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources.join(' ')];
      }),
  );

const api = 'https://api.example.org';
const revalidated = 'public, max-age=0, must-revalidate';

describe.each<{ kind: Kind; caching: string; connect: string; images?: string }>([
  { kind: 'Pages', caching: revalidated, connect: `'self' ${api}` },
  // Asset names contain their hash.
  { kind: 'Assets', caching: 'public, max-age=31536000, immutable', connect: "'self'" },
  {
    kind: 'Locator',
    caching: revalidated,
    connect: `'self' ${api}`,
    images: "'self' data: https://tiles.example.org",
  },
])('the headers of the portal: $kind', ({ kind, caching, connect, images }) => {
  const { custom, security, policy } = headersOf(kind);

  it('allow only files of the portal, and the API and tiles where needed', () => {
    expect(sourcesOf(policy)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'connect-src': connect,
      'img-src': images ?? "'self' data:",
      'style-src': "'self'",
      'upgrade-insecure-requests': '',
    });
  });

  it('forbid sniffing and framing, and require TLS for 2 years', () => {
    expect(security).toMatchObject({
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin', Override: true },
      StrictTransportSecurity: {
        AccessControlMaxAgeSec: 63_072_000,
        IncludeSubdomains: true,
        Override: true,
      },
    });
    expect(custom).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': caching,
    });
  });
});

describe('the content security policy', () => {
  it('allows the address of API Gateway on a stage without a domain', () => {
    const { policy } = headersOf('Locator', synthesiseStage(stages.prod).portal);
    expect(JSON.stringify(policy)).toMatch(/connect-src 'self' https:\/\/.*"\.execute-api\."/);
  });

  it('needs no API address on the local stack, where API and portal have the same origin', () => {
    const { policy } = headersOf('Locator', synthesiseStage(stages.local).portal);
    expect(sourcesOf(policy)['connect-src']).toBe("'self'");
    // Safari would require TLS of 127.0.0.1 as well.
    expect(policy).not.toContain('upgrade-insecure-requests');
  });
});
