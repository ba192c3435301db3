import { expect, it } from 'vitest';
import { perWorkCentreFormat } from '../../../shared/domain/publication/work-centre-export.ts';
import { toFilesDocument } from '../../../shared/wire/files-document.ts';
import { filesDocument } from '../../support/files-document.ts';
import { generatedAt } from './exported-text.ts';

const version = '20261121T005810123Z-5a3b8d';
const fullVersion = '20261120T235810123Z-5a3b8d';
const hourBefore = '2026-11-20T23:58:10.123Z';

const facts = (records: number) => ({
  records,
  bytes: records + 20,
  sha256: 'a'.repeat(64),
  contentBytes: records * 100,
  contentSha256: 'b'.repeat(64),
});

it('the list of exported files lists each file with its version, and its size and checksum, compressed and uncompressed', () => {
  const document = toFilesDocument({
    version,
    generatedAt: generatedAt.toISOString(),
    total: 3,
    full: { version: fullVersion, generatedAt: hourBefore, exports: perWorkCentreFormat(() => facts(3)) },
    changes: { since: fullVersion, file: facts(2) },
    removed: facts(0),
  });
  expect(filesDocument.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
  expect(document).toMatchObject({ version, generated_at: '2026-11-21T00:58:10.123Z', total: 3 });
  expect(
    document.files.map(({ format, version: of, name, records, since }) => [format, of, name, records, since]),
  ).toEqual([
    ['json', fullVersion, 'workcentres-2026-11-20.json', 3, undefined],
    ['ndjson', fullVersion, 'workcentres-2026-11-20.ndjson', 3, undefined],
    ['csv', fullVersion, 'workcentres-2026-11-20.csv', 3, undefined],
    ['geojson', fullVersion, 'workcentres-2026-11-20.geojson', 3, undefined],
    ['changes', version, 'workcentres-changes-2026-11-21.ndjson', 2, fullVersion],
    ['removed', version, 'workcentres-removed-2026-11-21.ndjson', 0, undefined],
  ]);
  expect(document.files[0]).toMatchObject({
    bytes: 23,
    sha256: 'a'.repeat(64),
    content_bytes: 300,
    content_sha256: 'b'.repeat(64),
  });
});
