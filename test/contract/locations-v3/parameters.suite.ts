import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { workCentresResponse } from '../../../functions/locations-v3/contract.ts';
import type { ServiceClient } from '../service-client.ts';
import { fuzzedParameters } from './parameter-oracle.ts';

/** Every parameter of getWorkCentres under values nobody thought of. */
export const parametersSuite = (client: ServiceClient) => {
  describe('listWorkCentres under random values', () => {
    it.each(fuzzedParameters)(
      'B29 takes of $name what the contract takes, and refuses the rest by name',
      async ({ name, values, isValid, companions = 'offset=0' }) => {
        const ask = async (value: string) => {
          const others = name === 'size' || name === 'offset' ? 'type=PO' : `size=1&${companions}`;
          const path = `/workcentres?${others}&${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
          if (isValid(value)) await client.get(path, workCentresResponse);
          else await client.expectViolation(path, name);
        };
        await fc.assert(fc.asyncProperty(values, ask), { numRuns: 300 });
      },
    );
  });
};
