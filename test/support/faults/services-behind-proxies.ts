import { pointsView } from '../../../functions/locations-v2/views/published-points.ts';
import { workCentresView } from '../../../functions/locations-v3/views/published-work-centres.ts';
import { authoriseApiKey } from '../../../functions/platform/authorise-api-key.ts';
import { dynamoDbApiKeyRegister } from '../../../shared/data-access/access/dynamodb-api-key-register.ts';
import { rememberedApiKeyRegister } from '../../../shared/data-access/access/remembered-api-key-register.ts';
import { publishedExport } from '../../../shared/data-access/publishing/published-export.ts';
import { publishedCatalogue } from '../../../shared/data-access/publishing/reading/published-catalogue.ts';
import { eventOf } from '../gateway/authoriser-under-test.ts';
import { keyOperator } from '../key-operator.ts';
import { billManagementHandlers } from '../targets/bill-management-handlers.ts';
import { locationsHandlers } from '../targets/locations-handlers.ts';
import { startStoresBehindProxies } from './stores-behind-proxies.ts';

const checkSeconds = 30;

/** Callbacks of functions that look for newer published files, and waits of tests for these looks. */
const looksForNewer = () => {
  const told = {
    workCentresAge: (): void => {},
    pointsFailure: (): void => {},
    workCentresFailure: (): void => {},
    exportFailure: (): void => {},
  };
  const next = (look: keyof typeof told) =>
    new Promise<void>((resolve) => {
      told[look] = resolve;
    });
  return {
    points: { onFailure: () => told.pointsFailure() },
    workCentres: { onAge: () => told.workCentresAge(), onFailure: () => told.workCentresFailure() },
    link: { onFailure: () => told.exportFailure() },
    waits: {
      /** Resolves after the next check for newer work centres, whatever its result. */
      nextLook: () => next('workCentresAge'),
      /** Resolves after the next checks for points, work centres and an export, all of which fail. */
      nextFailedLooks: () =>
        Promise.all([next('pointsFailure'), next('workCentresFailure'), next('exportFailure')]),
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
  const register = rememberedApiKeyRegister(dynamoDbApiKeyRegister(tableOf('apiKeys')), { now });
  const authorise = authoriseApiKey(register, () => new Date(now()));

  return {
    ...stores,
    ...looks.waits,
    locations: locationsHandlers({
      points: publishedCatalogue(pointsView, { ...published, ...looks.points }),
      workCentres: publishedCatalogue(workCentresView, { ...published, ...looks.workCentres }),
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
