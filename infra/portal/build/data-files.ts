import { openApiDocuments } from '../../openapi/openapi-documents.ts';
import { besideTheApi, settingsAddress } from '../settings.ts';

/** What the pages read, for an API at their own address: by path without a slash before it. */
export const dataFiles = (): ReadonlyMap<string, string> =>
  new Map([
    [settingsAddress.slice(1), JSON.stringify(besideTheApi)],
    ...Object.entries(openApiDocuments({ origin: besideTheApi.api })).map(
      ([service, document]) => [`openapi/${service}.json`, JSON.stringify(document)] as const,
    ),
  ]);
