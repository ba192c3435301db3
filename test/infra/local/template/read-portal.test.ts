import { describe, expect, it } from 'vitest';
import { readPortal } from '../../../../infra/local/template/portal.ts';
import type { ResolvedResource } from '../../../../infra/local/template/resource.ts';
import { UnsupportedTemplate } from '../../../../infra/local/template/resource.ts';

const resource = (name: string, type: string, properties: Record<string, unknown>): ResolvedResource => ({
  stackName: 'Test',
  logicalId: name,
  name,
  type: `AWS::CloudFront::${type}`,
  properties,
});

const securityHeaders = {
  ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'none'", Override: true },
  ContentTypeOptions: { Override: true },
  FrameOptions: { FrameOption: 'DENY', Override: true },
  ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
  StrictTransportSecurity: { AccessControlMaxAgeSec: '60', IncludeSubdomains: true, Override: true },
};

const headersNamed = (name: string, cacheControl: string, changes: object = {}): ResolvedResource =>
  resource(name, 'ResponseHeadersPolicy', {
    ResponseHeadersPolicyConfig: {
      Name: name,
      CustomHeadersConfig: { Items: [{ Header: 'Cache-Control', Value: cacheControl, Override: true }] },
      SecurityHeadersConfig: { ...securityHeaders, ...changes },
    },
  });

const behaviour = (ResponseHeadersPolicyId: string, program = 'Index') => ({
  ResponseHeadersPolicyId,
  FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: `${program}.FunctionARN` }],
});

const distribution = (changes: object = {}): ResolvedResource =>
  resource('Distribution', 'Distribution', {
    DistributionConfig: {
      DefaultRootObject: 'index.html',
      DefaultCacheBehavior: behaviour('Pages'),
      CacheBehaviors: [{ PathPattern: 'assets/*', ...behaviour('Assets') }],
      ...changes,
    },
  });

const index = resource('Index', 'Function', { FunctionCode: 'function handler() {}' });
const pages = headersNamed('Pages', 'no-cache');
const assets = headersNamed('Assets', 'immutable');

const sent = {
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=60; includeSubDomains',
};

describe('the portal that templates describe', () => {
  it('has the headers of each behaviour, in their order and the default last, and the program before them', () => {
    expect(readPortal([assets, distribution(), pages, index])).toEqual({
      viewerRequest: 'function handler() {}',
      behaviours: [
        { pathPattern: 'assets/*', headers: { 'cache-control': 'immutable', ...sent } },
        { pathPattern: '*', headers: { 'cache-control': 'no-cache', ...sent } },
      ],
    });
  });

  it('is none where there is no distribution', () => {
    expect(readPortal([pages, index])).toBeUndefined();
  });

  it.each([
    [
      'a policy is missing',
      [distribution(), pages, index],
      /no AWS::CloudFront::ResponseHeadersPolicy Assets/,
    ],
    ['the program is missing', [distribution(), pages, assets], /no AWS::CloudFront::Function Index/],
    ['there are two distributions', [distribution(), distribution(), pages, assets, index], /only one/],
    [
      'behaviours have different programs',
      [distribution({ DefaultCacheBehavior: behaviour('Pages', 'Other') }), pages, assets, index],
      /one function in common/,
    ],
    [
      'another page is the first',
      [distribution({ DefaultRootObject: 'home.html' }), pages, assets, index],
      /index\.html/,
    ],
    [
      'a policy sets a header that this machine would leave out',
      [distribution(), pages, index, headersNamed('Assets', 'x', { XSSProtection: { Protection: true } })],
      /XSSProtection/,
    ],
    [
      'a header of safety is missing',
      [distribution(), pages, index, headersNamed('Assets', 'x', { FrameOptions: undefined })],
      /FrameOptions/,
    ],
  ])('is refused where %s', (_, resources, message) => {
    expect(() => readPortal(resources)).toThrow(UnsupportedTemplate);
    expect(() => readPortal(resources)).toThrow(message);
  });
});
