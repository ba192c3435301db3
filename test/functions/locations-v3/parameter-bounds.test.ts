// First, for the files of streaming handlers use it when they are loaded.
import '../../support/streaming-runtime.ts';

import { expect, it } from 'vitest';
import * as workCentre from '../../../functions/locations-v3/get-work-centre.ts';
import * as capabilities from '../../../functions/locations-v3/list-operational-capabilities.ts';

it('a page of getOperationalCapabilities has 50 where nothing is asked, and at most 200', () => {
  const { query } = capabilities.request;
  expect(query.parse({})).toEqual({ offset: 0, size: 50 });
  expect(query.parse({ offset: ['2147483647'], size: ['200'] })).toEqual({
    offset: 2_147_483_647,
    size: 200,
  });
  expect(query.safeParse({ size: ['201'] }).success).toBe(false);
});

it('the id of getWorkCentreByID is any text', () => {
  expect(workCentre.request.path.id.parse('no, such id')).toBe('no, such id');
  expect(workCentre.request.path.id.safeParse(undefined).success).toBe(false);
});
