import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { breakingChanges } from '../../../infra/openapi/breaking-changes.ts';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';

describe.each(Object.entries(openApiDocuments({ origin: 'https://api.example' })))(
  'the document of %s',
  (service, document) => {
    it('does not break clients of its last release', async () => {
      const released: unknown = JSON.parse(await readFile(`docs/openapi/${service}.json`, 'utf8'));
      expect(breakingChanges(released, document)).toEqual([]);
    });

    it('has only an accepted warning of the linter', async () => {
      const config = await createConfig({ extends: ['recommended'] });
      const source = JSON.stringify(document);
      const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
      // The services are their operator's own, so there is no licence to name.
      expect(problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer])).toEqual([
        ['info-license', '#/info'],
      ]);
    });
  },
);
