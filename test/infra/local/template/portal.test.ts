import { describe, expect, it } from 'vitest';
import { type Changes, deploymentWith, propertiesOf } from './assembly-under-test.ts';

const policy = 'CloudFront::ResponseHeadersPolicy HeadersAssets';
const policyWith = (changed: object) => {
  const config = Object(propertiesOf(policy).ResponseHeadersPolicyConfig);
  const SecurityHeadersConfig = { ...config.SecurityHeadersConfig, ...changed };
  return { [policy]: { ResponseHeadersPolicyConfig: { ...config, SecurityHeadersConfig } } };
};
const distribution = 'CloudFront::Distribution';
const distributionWith = (changed: object) => ({
  [distribution]: {
    DistributionConfig: { ...Object(propertiesOf(distribution).DistributionConfig), ...changed },
  },
});
const [firstBehaviour] = Object(propertiesOf(distribution).DistributionConfig).CacheBehaviors;

describe('the portal of a deployment', () => {
  it('has the headers and objects of each behaviour, with the default last', async () => {
    const { portal, outputs } = await deploymentWith();
    const securityHeaders = {
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    };
    const behaviourOf = (pattern: string) => portal.find(({ pathPattern }) => pathPattern === pattern);
    expect(portal.at(-1)).toMatchObject({
      pathPattern: '/*',
      headers: {
        ...securityHeaders,
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
      },
    });
    expect(behaviourOf('/assets/*')?.defaultHeaders).toEqual({ 'cache-control': expect.any(String) });
    const embedded = behaviourOf('/locator/embed/*');
    expect(embedded?.headers).toMatchObject(securityHeaders);
    expect(embedded?.headers).not.toHaveProperty('x-frame-options');
    expect(behaviourOf('/key.json')).toMatchObject({
      objects: { bucket: outputs.get('PublishedBucket'), folder: '/public' },
    });
  });

  it.each<[string, Changes, RegExp]>([
    [
      'a policy is missing',
      distributionWith({ CacheBehaviors: [{ ...firstBehaviour, ResponseHeadersPolicyId: 'Nothing' }] }),
      /have no Nothing/,
    ],
    [
      'a behaviour has a pattern other than a prefix',
      distributionWith({ CacheBehaviors: [{ ...firstBehaviour, PathPattern: '*.js' }] }),
      /a prefix followed by \*/,
    ],
    ['an origin is not a bucket of the templates', distributionWith({ Origins: [] }), /only a bucket/],
    ['the root object is another page', distributionWith({ DefaultRootObject: 'home.html' }), /index\.html/],
    ['a policy sets an unsupported header', policyWith({ XSSProtection: {} }), /XSSProtection/],
    ['a header is missing', policyWith({ ReferrerPolicy: undefined }), /ReferrerPolicy/],
  ])('is rejected if %s', async (_, changes, message) => {
    await expect(deploymentWith(changes)).rejects.toMatchObject({
      name: 'UnsupportedTemplate',
      message: expect.stringMatching(message),
    });
  });
});
