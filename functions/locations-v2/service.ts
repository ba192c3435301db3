import { servedCatalogueVersion } from '../../shared/data-access/publishing/published-catalogue.ts';
import { scopeTextAllows } from '../../shared/domain/access/scope.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { apiHandlerOf, type ServiceContract, streamingApiHandlerOf } from '../../shared/http/api-handler.ts';
import { catalogueVersionHeader } from '../../shared/http/headers.ts';
import { countSearch } from '../../shared/observability/request-metrics.ts';

/** Error code of responses while a store is down, because version 2 declares no 503. */
const outage = 'INTERNAL_SERVER_ERROR';

const contract: ServiceContract = {
  allows: scopeTextAllows,
  outage,
  failures: [[StoreUnavailable, outage]],
  namesSource: true,
  headers: (version) => catalogueVersionHeader(servedCatalogueVersion(version)),
  onSuccess: countSearch,
};

/** Request chain for operations with buffered responses. */
export const apiHandler = apiHandlerOf(contract);
/** Request chain for operations whose responses may exceed the size limit of a buffered response. */
export const streamingApiHandler = streamingApiHandlerOf(contract);
