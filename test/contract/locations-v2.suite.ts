import { describe } from 'vitest';
import { errorResponse } from '../../functions/locations-v2/contract.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { pointsByKindSuite } from './locations-v2/points-by-kind.suite.ts';
import { pointsByPlaceSuite } from './locations-v2/points-by-place.suite.ts';
import { pointsNearSuite } from './locations-v2/points-near.suite.ts';
import { refusalsSuite } from './locations-v2/refusals.suite.ts';
import { servicesSuite } from './locations-v2/services.suite.ts';
import { serviceClient } from './service-client.ts';

/** Contract of locations v2. The target must have the fixture network. */
export const locationsV2Suite = (target: () => ApiTarget) =>
  describe('locations v2', () => {
    const client = serviceClient({ target, base: '/locations/v2', errorResponse });
    pointsByPlaceSuite(client);
    pointsByKindSuite(client);
    pointsNearSuite(client);
    servicesSuite(client);
    refusalsSuite(client);
  });
