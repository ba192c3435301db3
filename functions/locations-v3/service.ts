import { servedCatalogueVersion } from '../../shared/data-access/publishing/published-catalogue.ts';
import { scopeTextAllows } from '../../shared/domain/access/scope.ts';
import { NoReportsYet } from '../../shared/domain/availability/availability.ts';
import { MissingCatalogueData } from '../../shared/domain/location/catalogue/columns.ts';
import { NoExportYet } from '../../shared/domain/publication/work-centre-export.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { apiHandlerOf, type ServiceContract, streamingApiHandlerOf } from '../../shared/http/api-handler.ts';
import { catalogueVersionHeader } from '../../shared/http/headers.ts';
import { countSearch } from '../../shared/observability/request-metrics.ts';

const outage = 'SERVICE_UNAVAILABLE';

/** Version 3 errors have no `source`. Only their `detail` names the parameter. */
const contract: ServiceContract = {
  allows: scopeTextAllows,
  outage,
  failures: [
    [StoreUnavailable, outage],
    [MissingCatalogueData, outage],
    [NoExportYet, outage, 'No export has been published yet.'],
    [NoReportsYet, outage],
  ],
  expected: [NoExportYet, NoReportsYet],
  namesSource: false,
  headers: (version) => catalogueVersionHeader(servedCatalogueVersion(version)),
};

const searchContract: ServiceContract = { ...contract, onSuccess: countSearch };

/** Request chain for operations that search the catalogue. Each response counts as a search. */
export const searchHandler = apiHandlerOf(searchContract);
/** Request chain for searches whose responses may exceed the size limit of a buffered response. */
export const streamingSearchHandler = streamingApiHandlerOf(searchContract);
/** Request chain for all other operations of version 3. */
export const apiHandler = apiHandlerOf(contract);
