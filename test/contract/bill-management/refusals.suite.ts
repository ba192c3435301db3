import { describe, it } from 'vitest';
import type { ServiceClient } from '../service-client.ts';

const path = '/biller-metadata';

/** Invalid parameters of bill management's read operations. The target may have any data. */
export const refusalsSuite = (client: ServiceClient) => {
  describe('invalid parameters of billers', () => {
    it.each(['billerCode', 'billerOrganisation', 'billType'])(
      'D25 getBillerMetadaba rejects %s if it is repeated, too long or has empty values',
      async (name) => {
        await client.expectViolation(`${path}?${name}=a&${name}=b`, name);
        await client.expectViolation(`${path}?${name}=a&${name}=a`, name);
        await client.expectViolation(`${path}?${name}=${'a'.repeat(121)}`, name);
        await client.expectViolation(`${path}?${name}=${'a,'.repeat(100)}a`, name);
        await client.expectViolation(`${path}?${name}=A,%20,B`, name);
      },
    );
  });
};
