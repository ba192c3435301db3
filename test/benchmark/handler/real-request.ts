import { toScopeText } from '../../../shared/domain/access/scope.ts';

/** Headers as a client's HTTP library, the CDN and API Gateway together bring them. */
export const usualHeaders = {
  Accept: 'application/json',
  'AUTH-KEY': '0123456789abcdef0123456789abcdef',
  Host: 'api.example.com',
  'User-Agent': 'okhttp/4.12.0',
  Via: '2.0 0123456789abcdef.cloudfront.net (CloudFront)',
  'X-Amz-Cf-Id': 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKlMnOpQrStUv==',
  'X-Amzn-Trace-Id': 'Root=1-65a1b2c3-0123456789abcdef01234567',
  'X-Forwarded-For': '203.0.113.7, 198.51.100.9',
  'X-Forwarded-Port': '443',
  'X-Forwarded-Proto': 'https',
};

/** What the authoriser tells of a key whose plan has a throttle. */
export const usualKey = {
  client: 'mobile-app',
  keyId: '0123456789abcdef',
  ratePerSecond: '50',
  scopes: toScopeText(['locations-v2', 'locations-v3']),
};
