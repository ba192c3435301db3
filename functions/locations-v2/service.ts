import { servedCatalogueVersion } from '../../shared/data-access/publishing/reading/catalogue-of-deployment.ts';
import { scopeTextOpens } from '../../shared/domain/access/scope-text.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { apiHandlerOf, type ServiceContract, streamingApiHandlerOf } from '../../shared/http/api-handler.ts';
import { catalogueVersionHeader } from '../../shared/http/response-headers.ts';
import { countSearch } from '../../shared/observability/request-metrics.ts';

/** Version 2 declares no 503: a store that does not answer is an unexpected condition to its clients. */
const outage = 'INTERNAL_SERVER_ERROR';

const contract: ServiceContract = {
  opens: scopeTextOpens,
  outage,
  failures: [[StoreUnavailable, outage]],
  namesSource: true,
  headers: () => catalogueVersionHeader(servedCatalogueVersion()),
  onAnswered: countSearch,
};

/** The request chain of its operations whose answers come in one piece. */
export const apiHandler = apiHandlerOf(contract);
/** And of those whose answers may be too large for that. */
export const streamingApiHandler = streamingApiHandlerOf(contract);
