import { scopeTextOpens } from '../../shared/domain/access/scope-text.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { apiHandlerOf, type ServiceContract } from '../../shared/http/api-handler.ts';
import { countSearch } from '../../shared/observability/request-metrics.ts';

const outage = 'SERVICE_UNAVAILABLE';

/** How bill management answers the domain's errors. */
const contract: ServiceContract = {
  opens: scopeTextOpens,
  outage,
  failures: [[StoreUnavailable, outage]],
  namesSource: true,
};

/** The request chain of its operations that look for billers: each answer counts as a search. */
export const searchHandler = apiHandlerOf({ ...contract, onAnswered: countSearch });
/** And of the others. */
export const apiHandler = apiHandlerOf(contract);
