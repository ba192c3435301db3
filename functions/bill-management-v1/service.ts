import { scopeTextAllows } from '../../shared/domain/access/scope.ts';
import { basePathOf } from '../../shared/domain/access/service.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { apiHandlerOf, type ServiceContract } from '../../shared/http/api-handler.ts';
import { countSearch } from '../../shared/observability/request-metrics.ts';

const outage = 'SERVICE_UNAVAILABLE';

/** Error format of bill management, and the error code for each domain error. */
const contract: ServiceContract = {
  allows: scopeTextAllows,
  openPaths: ['ping', 'health'].map((name) => `${basePathOf['bill-management']}/${name}`),
  outage,
  failures: [[StoreUnavailable, outage]],
  namesSource: true,
};

/** Request chain for operations that search for billers. Each response counts as a search. */
export const searchHandler = apiHandlerOf({ ...contract, onSuccess: countSearch });
/** Request chain for all other operations of bill management. */
export const apiHandler = apiHandlerOf(contract);
