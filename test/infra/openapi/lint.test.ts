import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { services } from '../../../shared/domain/access/service.ts';

it.each(services)('the linter reports only an accepted warning in the document of %s', async (service) => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(openApiDocuments({ origin: 'https://api.example' })[service]);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  // The services are their operator's own, so there is no licence to name.
  expect(problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer])).toEqual([
    ['info-license', '#/info'],
  ]);
});
