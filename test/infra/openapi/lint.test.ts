import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { type Service, services } from '../../../shared/domain/access/service.ts';

const withoutLicence = {
  rule: 'info-license',
  at: '#/info',
  why: 'The services are their operator’s own: there is no licence to name.',
};
/** Expected findings of the linter for each service. Each of them must still occur. */
const excused: Readonly<Record<Service, readonly { rule: string; at: string; why: string }[]>> = {
  'bill-management': [withoutLicence],
  'locations-v2': [withoutLicence],
  'locations-v3': [withoutLicence],
};

const findings = async (document: unknown) => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, location, message }) => ({
    rule: ruleId,
    at: location[0]?.pointer,
    message,
  }));
};

describe('the linter', () => {
  it.each(services)('reports only accepted warnings in the document of %s', async (service) => {
    const found = await findings(openApiDocuments({ origin: 'https://api.example' })[service]);
    expect(found).toEqual(
      excused[service].map(({ rule, at }) => ({ rule, at, message: expect.stringMatching(/./) })),
    );
  });

  it('reports the errors in an incorrect document', async () => {
    const document = openApiDocuments({ origin: 'https://api.example' })['locations-v3'];
    const found = await findings({
      ...document,
      paths: { ...document.paths, '/a/{id}': { get: { responses: {} } } },
    });
    expect(found.map(({ rule }) => rule)).toContain('path-parameters-defined');
  });
});
