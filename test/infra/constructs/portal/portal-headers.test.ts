import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { StageSettings } from '../../../../infra/stages/stage-settings.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { archiveStage, externalDnsStage, fullStage } from '../../../support/templates/configured-stages.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const policyProperties = z.object({
  ResponseHeadersPolicyConfig: z.object({
    CustomHeadersConfig: z.object({
      Items: z.array(z.object({ Header: z.string(), Value: z.string(), Override: z.boolean() })),
    }),
    SecurityHeadersConfig: z.looseObject({
      ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.unknown(), Override: z.literal(true) }),
    }),
  }),
});

type Kind = 'Pages' | 'Assets' | 'Locator' | 'Embed' | 'Picker' | 'Outlets';

const headersOf = (kind: Kind, template = synthesiseStage(fullStage).portal) => {
  const [found] = [...resourcesOfType(template, 'AWS::CloudFront::ResponseHeadersPolicy')].filter(([id]) =>
    id.startsWith(`Headers${kind}`),
  );
  const { CustomHeadersConfig, SecurityHeadersConfig } = policyProperties.parse(
    found?.[1].Properties,
  ).ResponseHeadersPolicyConfig;
  return {
    custom: Object.fromEntries(CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
    overriding: CustomHeadersConfig.Items.filter(({ Override }) => Override).map(({ Header }) => Header),
    security: SecurityHeadersConfig,
    policy: SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy,
  };
};

/** Returns the sources in a content security policy, by directive. */
const sourcesOf = (policy: unknown) =>
  Object.fromEntries(
    [...String(policy).matchAll(/([\w-]+) ?(.*?)(?:; |$)/g)].map(([, name, sources]) => [name, sources]),
  );

const api = 'https://api.example.org';
const map = {
  connect: `'self' ${api}`,
  images: "'self' data: https://tiles.example.org https://dark.example.org",
};

// Other websites may show the files that are framed, and load the files that are loaded.
it.each<{ kind: Kind; connect: string; images?: string; framed?: boolean; loaded?: boolean }>([
  { kind: 'Pages', connect: `'self' ${api}` },
  { kind: 'Assets', connect: "'self'" },
  { kind: 'Locator', ...map },
  { kind: 'Embed', ...map, framed: true, loaded: true },
  { kind: 'Picker', connect: "'self'", loaded: true },
  { kind: 'Outlets', connect: "'self'" },
])("the portal's headers allow only what is needed, and require TLS for 2 years: $kind", (expected) => {
  const { kind, connect, images, framed = false, loaded = false } = expected;
  const { custom, overriding, security, policy } = headersOf(kind);
  expect(sourcesOf(policy)).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': framed ? '*' : "'none'",
    'connect-src': connect,
    'img-src': images ?? "'self' data:",
    'style-src': "'self'",
    'upgrade-insecure-requests': '',
  });
  expect(security.FrameOptions).toEqual(framed ? undefined : { FrameOption: 'DENY', Override: true });
  expect(security).toMatchObject({
    ContentTypeOptions: { Override: true },
    ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin', Override: true },
    StrictTransportSecurity: {
      AccessControlMaxAgeSec: 63_072_000,
      IncludeSubdomains: true,
      Override: true,
    },
  });
  expect(custom).toMatchObject({
    'cross-origin-resource-policy': loaded ? 'cross-origin' : 'same-origin',
    'cache-control': 'public, max-age=0, must-revalidate',
  });
  expect(custom['cross-origin-opener-policy']).toBe(framed ? undefined : 'same-origin');
  // Each asset has its own, which does not apply to a missing asset.
  expect(overriding.includes('cache-control')).toBe(kind !== 'Assets');
});

describe('the content security policy', () => {
  it("allows API Gateway's address on a stage without a domain", () => {
    const { policy } = headersOf('Locator', synthesiseStage(stages.prod).portal);
    expect(JSON.stringify(policy)).toMatch(/connect-src 'self' https:\/\/.*"\.execute-api\."/);
  });

  it('contains no API address on the local stack, on which the API and the portal have the same origin', () => {
    const { policy } = headersOf('Locator', synthesiseStage(stages.local).portal);
    expect(sourcesOf(policy)['connect-src']).toBe("'self'");
    // Safari would also require TLS for requests to 127.0.0.1.
    expect(policy).not.toContain('upgrade-insecure-requests');
  });

  it("allows the origins that a style lists, but only the portal's files for an archive", () => {
    const policyOf = (stage: StageSettings) =>
      sourcesOf(headersOf('Embed', synthesiseStage(stage).portal).policy);
    const ofStyle = 'https://maps.example.org https://fonts.example.org';
    expect(policyOf(externalDnsStage)).toMatchObject({
      'connect-src': `'self' ${api} ${ofStyle}`,
      'img-src': `'self' data: ${ofStyle}`,
      'worker-src': "'self'",
    });
    expect(policyOf(archiveStage)).toMatchObject({
      'connect-src': `'self' ${api}`,
      'img-src': "'self' data:",
      'worker-src': "'self'",
    });
  });
});
