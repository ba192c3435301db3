import { scopeTextOpens } from '../../shared/domain/access/scope.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { apiHandlerOf, type ServiceContract } from '../../shared/http/api-handler.ts';
import { countSearch } from '../../shared/observability/request-metrics.ts';

const outage = 'SERVICE_UNAVAILABLE';

/** Contract of bill management: the form of its errors, and the codes of the domain's errors. */
const contract: ServiceContract = {
  opens: scopeTextOpens,
  outage,
  failures: [[StoreUnavailable, outage]],
  namesSource: true,
};

/** Request chain of the operations that search for billers: each response counts as a search. */
export const searchHandler = apiHandlerOf({ ...contract, onAnswered: countSearch });
/** Request chain of the other operations of bill management. */
export const apiHandler = apiHandlerOf(contract);
