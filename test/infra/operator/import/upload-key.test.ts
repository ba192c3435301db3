import { describe, expect, it } from 'vitest';
import { uploadKey } from '../../../../infra/operator/import/upload/upload-key.ts';
import { reportKeyOf } from '../../../../shared/data-access/importing/import-report.ts';

const now = new Date('2026-11-21T12:34:56.789Z');
const time = '20261121T123456789Z';

describe('the key that files are uploaded under', () => {
  it.each([
    [['spring net (1).ndjson.gz'], `locations/${time}-spring-net-1-.ndjson.gz`],
    [['north.ndjson', 'south.gz', 'standard-input'], `locations/${time}-north.ndjson-and-2-more.gz`],
    [[`${'x'.repeat(300)}.ndjson`], `locations/${time}-${'x'.repeat(200)}`],
  ])('tells their kind, the time and the first name: %j', (names, key) => {
    expect(uploadKey('locations', names, now)).toBe(key);
  });

  it.each(['x.report.json', '.report.json', `${'x'.repeat(188)}.report.json.gz`])(
    'is none of a report, which nobody would import: %s',
    (name) => {
      const key = uploadKey('billers', [name], now);
      expect(key).toMatch(/\.report\.json\.ndjson$/);
      expect(key.endsWith(reportKeyOf(''))).toBe(false);
    },
  );
});
