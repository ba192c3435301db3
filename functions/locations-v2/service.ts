import { servedCatalogueVersion } from '../../shared/data-access/publishing/published-catalogue.ts';
import { scopeTextAllows } from '../../shared/domain/access/scope.ts';
import type {
  LocationCatalogue,
  PublishedCatalogue,
} from '../../shared/domain/location/catalogue/catalogue.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { apiHandlerOf, type ServiceContract, streamingApiHandlerOf } from '../../shared/http/api-handler.ts';
import { catalogueVersionHeader } from '../../shared/http/headers.ts';
import { Representation } from '../../shared/http/representation.ts';
import type { ApiRequest, RequestSchema } from '../../shared/http/request.ts';
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

const handle = apiHandlerOf(contract);
const handleStreaming = streamingApiHandlerOf(contract);

/** Creates a body from the newest catalogue and a parsed request. It does not run for a 304. */
type BodyOf<S extends RequestSchema> = (catalogue: LocationCatalogue, request: ApiRequest<S>) => object;

const representationOf =
  <S extends RequestSchema>(published: PublishedCatalogue, bodyOf: BodyOf<S>) =>
  async (request: ApiRequest<S>) => {
    const catalogue = await published.current();
    return new Representation({ catalogue, body: () => bodyOf(catalogue, request) });
  };

/**
 * Creates an operation with a buffered response from the newest catalogue. The operation takes the catalogue's source,
 * and returns a handler.
 */
export const catalogueHandler =
  <S extends RequestSchema>(schema: S, bodyOf: BodyOf<S>) =>
  (published: PublishedCatalogue) =>
    handle(schema, representationOf(published, bodyOf));

/** Like catalogueHandler, but streams the response, which may exceed the size limit of a buffered response. */
export const streamingCatalogueHandler =
  <S extends RequestSchema>(schema: S, bodyOf: BodyOf<S>) =>
  (published: PublishedCatalogue) =>
    handleStreaming(schema, representationOf(published, bodyOf));
