import type { CaseRow } from './case-row.ts';
import { billManagementCases } from './catalogue/bill-management.ts';
import { exportCases } from './catalogue/export.ts';
import { faultCases } from './catalogue/faults.ts';
import { httpCases } from './catalogue/http.ts';
import { keyCases } from './catalogue/keys.ts';
import { loadCases } from './catalogue/load.ts';
import { locationsV2Cases } from './catalogue/locations-v2.ts';
import { locationsV3Cases } from './catalogue/locations-v3.ts';

/** Every row of the team's list of hostile and faulty cases, in its order. */
export const catalogue: readonly CaseRow[] = [
  ...keyCases,
  ...locationsV3Cases,
  ...locationsV2Cases,
  ...billManagementCases,
  ...httpCases,
  ...exportCases,
  ...faultCases,
  ...loadCases,
];
