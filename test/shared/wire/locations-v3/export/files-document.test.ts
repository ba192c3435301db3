import { describe, expect, it } from 'vitest';
import { perWorkCentreFormat } from '../../../../../shared/domain/location/publication/work-centre-export.ts';
import {
  filesDocument,
  toFilesDocument,
} from '../../../../../shared/wire/files-document.ts';
import { generatedAt } from './exported-text.ts';

const facts = (records: number) => ({
  records,
  bytes: records + 20,
  sha256: 'a'.repeat(64),
  contentBytes: records * 100,
  contentSha256: 'b'.repeat(64),
});

describe('the list of exported files', () => {
  it('names each file with its size and its checksum, as stored and as unpacked', () => {
    const document = toFilesDocument({
      version: '20261121T005810123Z-5a3b8d',
      generatedAt,
      total: 3,
      exports: {
        ...perWorkCentreFormat(() => facts(3)),
        changes: facts(2),
        removed: facts(0),
      },
    });
    expect(filesDocument.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
    expect(document).toMatchObject({ generated_at: '2026-11-21T00:58:10.123Z', total: 3 });
    expect(document.files.map(({ format, name, records }) => [format, name, records])).toEqual([
      ['json', 'workcentres-2026-11-21.json', 3],
      ['ndjson', 'workcentres-2026-11-21.ndjson', 3],
      ['csv', 'workcentres-2026-11-21.csv', 3],
      ['geojson', 'workcentres-2026-11-21.geojson', 3],
      ['changes', 'workcentres-changes-2026-11-21.ndjson', 2],
      ['removed', 'workcentres-removed-2026-11-21.ndjson', 0],
    ]);
    expect(document.files[0]).toMatchObject({
      bytes: 23,
      sha256: 'a'.repeat(64),
      content_bytes: 300,
      content_sha256: 'b'.repeat(64),
    });
  });
});
