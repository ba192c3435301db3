import { authoriseApiKey } from '../../../functions/platform/authorise-api-key.ts';
import { cachedKeys } from '../../../shared/data-access/access/cached-keys.ts';
import { keyLookup } from '../../../shared/data-access/access/key-repository.ts';
import { publishedCatalogue } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { publishedExport } from '../../../shared/data-access/publishing/published-export.ts';
import { eventOf } from '../gateway/authoriser-under-test.ts';
import { keyOperator } from '../key-operator.ts';
import { billManagementHandlers } from '../targets/bill-management-handlers.ts';
import { locationsHandlers } from '../targets/locations-handlers.ts';
import { startStoresBehindProxies } from './stores-behind-proxies.ts';

const checkSeconds = 30;

/** Callbacks of functions that look for newer published files, and waits of tests for these looks. */
const looksForNewer = () => {
  const told = {
    catalogueAge: (): void => {},
    catalogueFailure: (): void => {},
    exportFailure: (): void => {},
  };
  const next = (look: keyof typeof told) =>
    new Promise<void>((resolve) => {
      told[look] = resolve;
    });
  return {
    catalogue: { onAge: () => told.catalogueAge(), onFailure: () => told.catalogueFailure() },
    link: { onFailure: () => told.exportFailure() },
    waits: {
      /** Resolves after the next check for a newer catalogue, whatever its result. */
      nextLook: () => next('catalogueAge'),
      /** Resolves after the next checks for a catalogue and an export, both of which fail. */
      nextFailedLooks: () => Promise.all([next('catalogueFailure'), next('exportFailure')]),
    },
  };
};

/**
 * Starts one instance of every function of the three services and of the authoriser, on a controllable clock. Functions
 * reach their stores through proxies, tests directly.
 */
export const startServicesBehindProxies = async () => {
  const stores = await startStoresBehindProxies();
  const { tableOf, embedded } = stores;
  const clock = { milliseconds: Date.now() };
  const now = () => clock.milliseconds;
  const looks = looksForNewer();
  const published = { ...stores.published, checkSeconds, now };
  const register = cachedKeys(keyLookup(tableOf('apiKeys')), { now });
  const authorise = authoriseApiKey(register, { now: () => new Date(now()) });

  return {
    ...stores,
    ...looks.waits,
    locations: locationsHandlers({
      catalogue: publishedCatalogue({ ...published, ...looks.catalogue }),
      link: publishedExport({ ...published, ...looks.link }),
    }),
    billManagement: billManagementHandlers({ billers: tableOf('billers'), enquiries: tableOf('enquiries') }),
    authorise: (key: string) => authorise(eventOf(key)),
    /** Operator of keys, which bypasses the proxies. */
    keys: keyOperator(embedded),
    pass: (seconds: number) => {
      clock.milliseconds += seconds * 1_000;
    },
  };
};
