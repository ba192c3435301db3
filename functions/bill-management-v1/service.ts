import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { apiHandlerOf } from '../../shared/http/api-handler.ts';
import type { ErrorContract } from '../../shared/http/error-response.ts';

/** How bill management answers the domain's errors. */
const errorContract: ErrorContract = {
  failures: [[StoreUnavailable, 'SERVICE_UNAVAILABLE']],
  namesSource: true,
};

/** The request chain of each of its operations. */
export const apiHandler = apiHandlerOf(errorContract);
