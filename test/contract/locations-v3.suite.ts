import { describe } from 'vitest';
import { errorResponse } from '../../functions/locations-v3/contract.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { acceptingSuite } from './locations-v3/accepting.suite.ts';
import { bboxSuite } from './locations-v3/bbox.suite.ts';
import { capabilitiesSuite } from './locations-v3/capabilities.suite.ts';
import { exportFormatsSuite, exportSuite } from './locations-v3/export.suite.ts';
import { fieldsSuite } from './locations-v3/fields.suite.ts';
import { filtersSuite } from './locations-v3/filters.suite.ts';
import { geoJsonSuite } from './locations-v3/geojson.suite.ts';
import { idsSuite } from './locations-v3/ids.suite.ts';
import { nearSuite } from './locations-v3/near.suite.ts';
import { openAtSuite } from './locations-v3/open-at.suite.ts';
import { pagingSuite } from './locations-v3/paging.suite.ts';
import { parcelSuite } from './locations-v3/parcel.suite.ts';
import { refusalsSuite } from './locations-v3/refusals.suite.ts';
import { searchPointSuite } from './locations-v3/search-point.suite.ts';
import { textSearchSuite } from './locations-v3/text-search.suite.ts';
import { workCentreSuite } from './locations-v3/work-centre.suite.ts';
import { serviceClient } from './service-client.ts';

/** Contract of locations v3. The target must have published the fixture network. */
export const locationsV3Suite = (target: () => ApiTarget) =>
  describe('locations v3', () => {
    const client = serviceClient({ target, base: '/locations/v3', errorResponse });
    pagingSuite(client);
    searchPointSuite(client);
    fieldsSuite(client);
    geoJsonSuite(client);
    filtersSuite(client);
    acceptingSuite(client);
    bboxSuite(client);
    idsSuite(client);
    parcelSuite(client);
    workCentreSuite(client);
    openAtSuite(client);
    capabilitiesSuite(client);
    exportSuite(client);
    exportFormatsSuite(client);
    nearSuite(client);
    textSearchSuite(client);
    refusalsSuite(client);
  });
