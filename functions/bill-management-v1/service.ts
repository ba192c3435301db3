import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { apiHandlerOf } from '../../shared/http/api-handler.ts';
import type { ErrorContract } from '../../shared/http/error-response.ts';
import { countSearch } from '../../shared/observability/request-metrics.ts';

/** How bill management answers the domain's errors. */
const errorContract: ErrorContract = {
  failures: [[StoreUnavailable, 'SERVICE_UNAVAILABLE']],
  namesSource: true,
};

/** The request chain of its operations that look for billers: each answer counts as a search. */
export const searchHandler = apiHandlerOf({ ...errorContract, onAnswered: countSearch });
/** And of the others. */
export const apiHandler = apiHandlerOf(errorContract);
