import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Service } from '../../../shared/domain/access/service.ts';
import { services } from '../../../shared/domain/access/service.ts';
import { breakingChanges } from '../breaking/breaking-changes.ts';
import type { BreakingChange } from '../breaking/schema-changes.ts';
import { openApiDocuments } from '../openapi-documents.ts';

const folder = new URL('../../../docs/openapi/', import.meta.url);
const fileOf = (service: Service): URL => new URL(`${service}.json`, folder);

/** As they were released last: what clients were written to. */
const released = (service: Service): unknown => JSON.parse(readFileSync(fileOf(service), 'utf8'));

/** What breaks the clients of each service since its last release. Throws where a release is not there. */
export const unreleasedBreaks = (): readonly (readonly [Service, readonly BreakingChange[]])[] => {
  const documents = openApiDocuments({ origin: '' });
  return services.map((service) => [
    service,
    breakingChanges({ former: released(service), next: documents[service] }),
  ]);
};

/** Makes the documents of now the ones that clients may rely on. */
export const release = (): void => {
  mkdirSync(folder, { recursive: true });
  for (const [service, document] of Object.entries(openApiDocuments({ origin: '' }))) {
    writeFileSync(new URL(`${service}.json`, folder), `${JSON.stringify(document, null, 2)}\n`);
  }
};
