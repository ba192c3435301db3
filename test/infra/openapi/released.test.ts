import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { breakingChanges } from '../../../infra/openapi/breaking-changes.ts';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';

it.each(Object.entries(openApiDocuments({ origin: '' })))(
  '%s does not break clients of its last release',
  async (service, document) => {
    const released: unknown = JSON.parse(await readFile(`docs/openapi/${service}.json`, 'utf8'));
    expect(breakingChanges(released, document)).toEqual([]);
  },
);
