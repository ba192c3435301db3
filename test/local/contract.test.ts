import { inject } from 'vitest';
import { billManagementSuite } from '../contract/bill-management.suite.ts';
import { locationsRoutingSuite } from '../contract/locations-routing.suite.ts';
import { locationsV2Suite } from '../contract/locations-v2.suite.ts';
import { locationsV3Suite } from '../contract/locations-v3.suite.ts';
import { keysSuite } from '../contract/routing/keys.suite.ts';
import { routingSuite } from '../contract/routing/routing.suite.ts';
import { httpTarget } from '../support/http-target.ts';

const { url, key } = inject('sharedStack');
const target = httpTarget(url, key);

locationsV2Suite(() => target);
locationsV3Suite(() => target);
locationsRoutingSuite(() => target);
routingSuite(() => target);
keysSuite(() => httpTarget(url, undefined));
billManagementSuite(() => target);
