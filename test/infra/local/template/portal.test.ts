import { describe, expect, it } from 'vitest';
import { type Changes, deploymentWith } from './assembly-under-test.ts';

const headersNamed = (cacheControl: string, changed: object = {}, overrides = true) => ({
  type: 'AWS::CloudFront::ResponseHeadersPolicy',
  ResponseHeadersPolicyConfig: {
    Name: cacheControl,
    CustomHeadersConfig: { Items: [{ Header: 'Cache-Control', Value: cacheControl, Override: overrides }] },
    SecurityHeadersConfig: {
      ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'none'", Override: true },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: '60', IncludeSubdomains: true, Override: true },
      ...changed,
    },
  },
});

const behaviour = (policy: string, origin = 'files') => ({
  ResponseHeadersPolicyId: { Ref: policy },
  TargetOriginId: origin,
});

const distribution = (changed: object = {}) => ({
  type: 'AWS::CloudFront::Distribution',
  DistributionConfig: {
    DefaultRootObject: 'index.html',
    DefaultCacheBehavior: behaviour('Pages'),
    CacheBehaviors: [
      { PathPattern: 'assets/*', ...behaviour('Assets') },
      { PathPattern: 'map/current.json', ...behaviour('Framed', 'published') },
    ],
    Origins: [
      { Id: 'files', DomainName: 'portal-files.RegionalDomainName' },
      {
        Id: 'published',
        DomainName: { 'Fn::Join': ['', [{ 'Fn::ImportValue': 'Test-Data:Bucket' }, '.RegionalDomainName']] },
        OriginPath: '/public',
      },
    ],
    ...changed,
  },
});

const portal: Changes = {
  Portal: distribution(),
  Pages: headersNamed('no-cache'),
  Assets: headersNamed('revalidate', {}, false),
  Framed: headersNamed('no-store', { FrameOptions: undefined }),
};

describe('the portal of a deployment', () => {
  it('has the headers of each behaviour, with the default last', async () => {
    const headers = {
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=60; includeSubDomains',
    };
    const { 'x-frame-options': _, ...unframed } = headers;
    expect((await deploymentWith(portal)).portal).toEqual([
      { pathPattern: '/assets/*', headers, defaultHeaders: { 'cache-control': 'revalidate' } },
      {
        pathPattern: '/map/current.json',
        headers: { 'cache-control': 'no-store', ...unframed },
        defaultHeaders: {},
        objects: { bucket: 'test-data-files', folder: '/public' },
      },
      { pathPattern: '/*', headers: { 'cache-control': 'no-cache', ...headers }, defaultHeaders: {} },
    ]);
  });

  it('is undefined without a distribution', async () => {
    expect((await deploymentWith()).portal).toBeUndefined();
  });

  const plain = { type: 'AWS::SQS::Queue' };
  it.each<[string, Changes, RegExp]>([
    ['a policy is missing', { Assets: plain }, /have no Test-App-Assets/],
    ['there are two distributions', { Second: distribution() }, /only one/],
    [
      'a behaviour has a pattern other than a prefix',
      { Portal: distribution({ CacheBehaviors: [{ PathPattern: '*.js', ...behaviour('Assets') }] }) },
      /a prefix followed by \*/,
    ],
    [
      'an origin is not a bucket of the templates',
      { Portal: distribution({ Origins: [{ Id: 'published', DomainName: 'www.example.com' }] }) },
      /^published .*only a bucket/,
    ],
    [
      'the root object is another page',
      { Portal: distribution({ DefaultRootObject: 'home.html' }) },
      /index\.html/,
    ],
    [
      'a policy sets an unsupported header',
      { Assets: headersNamed('x', { XSSProtection: { Protection: true } }) },
      /^Assets .*XSSProtection/s,
    ],
    ['a header is missing', { Assets: headersNamed('x', { ReferrerPolicy: undefined }) }, /ReferrerPolicy/],
  ])('is rejected if %s', async (_, changes, message) => {
    await expect(deploymentWith({ ...portal, ...changes })).rejects.toMatchObject({
      name: 'UnsupportedTemplate',
      message: expect.stringMatching(message),
    });
  });
});
