import { storeMilliseconds, withTimeout } from '../../shared/data-access/retry.ts';
import type {
  LocationCatalogue,
  PublishedCatalogue,
} from '../../shared/domain/location/catalogue/catalogue.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';

/**
 * Reads the catalogue, then the text indexes that a request needs, within `storeMilliseconds` in total. If an index is
 * late, reading continues for later requests. Throws StoreUnavailable if an index is late, and errors from either read.
 */
export const readCatalogue = async <Texts extends object>(
  published: PublishedCatalogue,
  readTexts: (catalogue: LocationCatalogue) => Promise<Texts>,
): Promise<{ readonly catalogue: LocationCatalogue; readonly texts: Texts }> => {
  const startedAt = performance.now();
  const catalogue = await published.current();
  const left = Math.max(0, storeMilliseconds - (performance.now() - startedAt));
  const texts = await withTimeout(left, readTexts(catalogue));
  if (!texts) throw new StoreUnavailable('reading the text indexes');
  return { catalogue, texts };
};
