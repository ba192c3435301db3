import { expect, it } from 'vitest';
import { toPoint } from '../../../functions/locations-v2/points.ts';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import { locationLine } from '../../support/networks/import-lines.ts';

it.each([
  ['12345', 12_345],
  ['1234567890', undefined],
  ['-1', undefined],
  ['1.0', undefined],
])("a point's delivery point id from the address id %s is %s", (delivery_point_id, expected) => {
  const addresses = [{ address_line_1: '1 Main Road', delivery_point_id }];
  expect(toPoint(locationRecord.parse(locationLine('A', { addresses }))).delivery_point_id).toBe(expected);
});
