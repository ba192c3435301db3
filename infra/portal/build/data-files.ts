import { openApiDocuments } from '../../openapi/openapi-documents.ts';
import { type PortalSettings, settingsAddress } from '../settings.ts';

/** Where the API is at the portal's own address: on one machine, or behind a server of somebody's own. */
const besideTheApi: PortalSettings = { api: '', stage: 'local' };

/** What the pages read, for an API at their own address: by path without a slash before it. */
export const dataFiles = (): ReadonlyMap<string, string> =>
  new Map([
    [settingsAddress.slice(1), JSON.stringify(besideTheApi)],
    ...Object.entries(openApiDocuments({ origin: besideTheApi.api })).map(
      ([service, document]) => [`openapi/${service}.json`, JSON.stringify(document)] as const,
    ),
  ]);
