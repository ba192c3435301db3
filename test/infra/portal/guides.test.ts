import { describe, expect, it } from 'vitest';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { guideNames, markdownOf } from '../../../infra/portal/pages/guide-pages.ts';

const documents = JSON.stringify(openApiDocuments({ origin: '' }));

/** The second columns' and first columns' field names of the tables that compare both versions. */
const comparedFields = [
  ...markdownOf('from-v2-to-v3').matchAll(
    /`((?:attributes|location|geo_location)[\w.[\]]*|[a-z]+_[a-z_]+)`/g,
  ),
].flatMap(([, path]) => path?.split('.').map((part) => part.replace(/[[\]]/g, '')) ?? []);

describe('the guides', () => {
  it('name fields and parameters that the services have', () => {
    expect(comparedFields.length).toBeGreaterThan(40);
    for (const field of comparedFields) expect(documents, field).toContain(`"${field}"`);
  });

  it.each(guideNames)('name only parameters that there are, and only codes of errors: %s', (name) => {
    for (const [, code] of markdownOf(name).matchAll(/\| `([A-Z_]{8,})`\s*\|/g)) {
      expect(documents, code).toContain(code);
    }
    for (const [, query] of markdownOf(name).matchAll(/\$API[^"?]*\?([^"]+)"/g)) {
      for (const part of query?.split('&') ?? []) {
        expect(documents).toContain(JSON.stringify(part.split('=')[0]));
      }
    }
  });
});
