import { readFileSync, writeFileSync } from 'node:fs';
import { type Service, services } from '../../shared/domain/access/service.ts';
import { breakingChanges } from './breaking-changes.ts';
import { openApiDocuments } from './openapi-documents.ts';

const fileOf = (service: Service) => new URL(`../../docs/openapi/${service}.json`, import.meta.url);

/** Returns the changes since the last release that break clients, by service. Throws if no release exists. */
export const unreleasedBreaks = (): readonly (readonly [Service, readonly string[]])[] => {
  const documents = openApiDocuments({ origin: '' });
  return services.map((service) => {
    const released: unknown = JSON.parse(readFileSync(fileOf(service), 'utf8'));
    return [service, breakingChanges(released, documents[service])];
  });
};

/** Makes the current documents the released ones, on which clients may rely. */
export const release = (): void => {
  const documents = openApiDocuments({ origin: '' });
  for (const service of services)
    writeFileSync(fileOf(service), `${JSON.stringify(documents[service], null, 2)}\n`);
};
