import { expect, it } from 'vitest';
import { unreleasedBreaks } from '../../../infra/openapi/released-documents.ts';

it.each(unreleasedBreaks())('%s does not break clients of its last release', (_, changes) => {
  expect(changes).toEqual([]);
});
