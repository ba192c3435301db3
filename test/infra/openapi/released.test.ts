import { describe, expect, it } from 'vitest';
import { breakingChanges } from '../../../infra/openapi/breaking/breaking-changes.ts';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { unreleasedBreaks } from '../../../infra/openapi/release/released-documents.ts';
import { services } from '../../../shared/domain/access/service.ts';

describe('the description of a service', () => {
  it.each(unreleasedBreaks())('breaks no client of its last release: %s', (_, changes) => {
    expect(changes.map(({ at, what }) => `${at}: ${what}`)).toEqual([]);
  });

  it.each(services)('breaks nobody who was written to itself: %s', (service) => {
    const [former, next] = [
      openApiDocuments({ origin: '' }),
      openApiDocuments({ origin: 'https://api.example' }),
    ];
    expect(breakingChanges({ former: former[service], next: next[service] })).toEqual([]);
  });
});
