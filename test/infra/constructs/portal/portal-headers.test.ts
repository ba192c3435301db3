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

/** The headers of one kind of file: `Pages`, `Assets`, `Reference` or `Locator`. */
const headersOf = (kind: string, template = synthesiseStage(stage).portal) => {
  const [found] = [...resourcesOfType(template, 'AWS::CloudFront::ResponseHeadersPolicy')].filter(([id]) =>
    id.startsWith(`Headers${kind}`),
  );
  const { CustomHeadersConfig, SecurityHeadersConfig } = policyProperties.parse(
    found?.[1].Properties,
  ).ResponseHeadersPolicyConfig;
  return {
    own: new Map(CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
    security: SecurityHeadersConfig,
    policy: SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy,
  };
};

/** The sources of one directive of a policy. */
const sourcesOf = (policy: unknown, directive: string): string | undefined =>
  z
    .string()
    .parse(policy)
    .split('; ')
    .find((each) => each.startsWith(`${directive} `))
    ?.slice(directive.length + 1);

const kinds = ['Pages', 'Assets', 'Reference', 'Locator'];

describe('the headers of the portal', () => {
  it.each(kinds)('let nothing into a page but files of the portal: %s', (kind) => {
    const { policy } = headersOf(kind);
    expect(sourcesOf(policy, 'default-src')).toBe("'none'");
    expect(sourcesOf(policy, 'script-src')).toBe("'self'");
    expect(sourcesOf(policy, 'base-uri')).toBe("'none'");
    expect(sourcesOf(policy, 'frame-ancestors')).toBe("'none'");
  });

  it.each(kinds)('tell browsers to guess nothing, frame nothing and use TLS for two years: %s', (kind) => {
    expect(headersOf(kind).security).toMatchObject({
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin', Override: true },
      StrictTransportSecurity: {
        AccessControlMaxAgeSec: 63_072_000,
        IncludeSubdomains: true,
        Override: true,
      },
    });
    expect(headersOf(kind).own.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('have files kept for ever whose names tell their content, and all others asked for', () => {
    const keptOf = (kind: string) => headersOf(kind).own.get('cache-control');
    expect(keptOf('Assets')).toBe('public, max-age=31536000, immutable');
    for (const kind of ['Pages', 'Reference', 'Locator']) {
      expect(keptOf(kind)).toBe('public, max-age=0, must-revalidate');
    }
  });

  it('let pages ask the API, and the locator alone show the tiles', () => {
    for (const kind of ['Pages', 'Reference', 'Locator']) {
      expect(sourcesOf(headersOf(kind).policy, 'connect-src')).toBe("'self' https://api.example.org");
    }
    expect(sourcesOf(headersOf('Assets').policy, 'connect-src')).toBe("'self'");
    expect(sourcesOf(headersOf('Locator').policy, 'img-src')).toBe("'self' data: https://tiles.example.org");
    expect(sourcesOf(headersOf('Pages').policy, 'img-src')).toBe("'self' data:");
  });

  it('let the reference alone write styles into its page', () => {
    const styles = kinds.map((kind) => sourcesOf(headersOf(kind).policy, 'style-src'));
    expect(styles).toEqual(["'self'", "'self'", "'self' 'unsafe-inline'", "'self'"]);
  });

  it("name API Gateway's own address where the stage has no domain", () => {
    const { policy } = headersOf('Locator', synthesiseStage(stages.prod).portal);
    expect(JSON.stringify(policy)).toMatch(/connect-src 'self' https:\/\/.*"\.execute-api\."/);
  });

  it('need no address on one machine, where the API has that of the portal', () => {
    const { policy } = headersOf('Locator', synthesiseStage(stages.local).portal);
    expect(sourcesOf(policy, 'connect-src')).toBe("'self'");
  });
});
