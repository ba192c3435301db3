import { integerText } from '../../../shared/http/query-params.ts';

/** Service codes are int32, and none is negative. */
export const serviceCodeText = integerText(0, 2_147_483_647);
