import { beforeEach, describe, expect, it } from 'vitest';
import { readOverlay, updateOverlay } from '../../../../shared/data-access/availability/overlay-store.ts';
import { putFile } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import { maxOverlayRows } from '../../../../shared/domain/availability/overlay.ts';
import { overlayKey } from '../../../../shared/domain/publication/object-keys.ts';
import { fileOf } from '../../../support/networks/import-lines.ts';
import { perFile } from '../../../support/per-test.ts';
import { startImporter } from './importer-under-test.ts';

const importer = perFile(startImporter);
beforeEach(() => importer.import('availability/none', '', { force: 'true' }));

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const full = (code: string, more: object = {}) => ({
  location_code: code,
  accepting: false,
  reason: 'FULL',
  until: inHours(5),
  ...more,
});
const rowsOf = async () => {
  const reading = await readOverlay(importer.ports.published);
  return reading.kind === 'found' ? reading.overlay.rows : [];
};
const codes = async () => (await rowsOf()).map(({ location_code }) => location_code).sort();

describe('an availability file', () => {
  it('replaces all reports, and names unknown locations', async () => {
    await importer.import('availability/first', fileOf(['000001_PO', '000002_PO'].map((code) => full(code))));
    const report = await importer.import(
      'availability/second',
      fileOf(['000002_PO', 'NEW'].map((code) => full(code))),
    );
    expect(report).toMatchObject({
      kind: 'availability',
      status: 'imported',
      summary: { read: 2, added: 1, changed: 1, unchanged: 0, removed: 1, failed: 0 },
      warnings: [
        'locations are not published, so their reports have no effect yet (1): NEW (1 line, in line 2)',
      ],
    });
    expect(await codes()).toEqual(['000002_PO', 'NEW']);
  });

  it('is merged if its metadata requests it, and can then withdraw reports', async () => {
    await importer.import('availability/both', fileOf(['000001_PO', '000002_PO'].map((code) => full(code))));
    const lines = [{ location_code: '000001_PO', accepting: true }, full('000003_PO')];
    const report = await importer.import('availability/merge', fileOf(lines), { mode: 'merge' });
    expect(report).toMatchObject({ mode: 'merge', summary: { added: 1, changed: 1, removed: 0 } });
    expect((await rowsOf()).map(({ location_code, accepting }) => [location_code, accepting])).toEqual([
      ['000001_PO', true],
      ['000002_PO', false],
      ['000003_PO', false],
    ]);
  });

  it('reports bad lines like other files, and keeps the reports of their locations', async () => {
    await importer.import('availability/good', fileOf(['000001_PO', '000002_PO'].map((code) => full(code))));
    const lines = [
      full('000001_PO', { until: inHours(200) }),
      { location_code: '000002_PO', accepting: true },
      full('000003_PO', { as_of: inHours(-1), colour: 'red' }),
      full('000003_PO'),
    ];
    const report = await importer.import('availability/bad', fileOf(lines));
    expect(report.badLines).toEqual([
      { line: 1, reason: 'until: must be at most 7 days ahead' },
      {
        line: 2,
        reason:
          'accepting: must be false, because a replacement lists only locations that do not accept parcels',
      },
      { line: 4, reason: '000003_PO is a duplicate of line 3' },
    ]);
    expect(report.summary).toMatchObject({ read: 4, added: 1, failed: 3, kept: 2, removed: 0 });
    expect(report.warnings).toEqual([
      'stored records kept unchanged, because their lines are bad: 2',
      'unknown fields are ignored (1): colour (1 line, in line 3)',
    ]);
    expect(await codes()).toEqual(['000001_PO', '000002_PO', '000003_PO']);
  });

  it('removes nothing if no line is valid, unless it is forced', async () => {
    await importer.import('availability/one', fileOf([full('000001_PO')]));
    expect(await importer.import('availability/empty', '')).toMatchObject({ status: 'refused' });
    expect(await codes()).toEqual(['000001_PO']);
    expect(await importer.import('availability/forced', '', { force: 'true' })).toMatchObject({
      status: 'imported',
      summary: { removed: 1 },
    });
    expect(await codes()).toEqual([]);
  });

  it('fails if it would give the overlay too many rows', async () => {
    await importer.import('availability/before', fileOf([full('000001_PO')]));
    const lines = Array.from({ length: maxOverlayRows + 1 }, (_, index) => full(`L${index}`));
    const report = await importer.import('availability/huge', fileOf(lines), { mode: 'merge' });
    expect(report).toMatchObject({
      status: 'failed',
      failure: 'more than 50,000 locations would have a report',
    });
    expect(await codes()).toEqual(['000001_PO']);
  });

  it('fails at once if it is merged into a damaged overlay, which a complete file repairs', async () => {
    const { published } = importer.ports;
    await putFile(published, overlayKey, Buffer.from('damaged'), { contentType: 'application/json' });
    const merged = await importer.import('availability/merge', fileOf([full('000001_PO')]), {
      mode: 'merge',
    });
    expect(merged).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^availability.json.gz is damaged\. Import all reports/),
    });
    await importer.import('availability/all', fileOf([full('000002_PO')]));
    expect(await codes()).toEqual(['000002_PO']);
  });

  it('keeps reports of events that arrive while it runs', async () => {
    await importer.import('availability/old', fileOf([full('000001_PO')]));
    const eventDuringImport = async () => {
      const report = { ...full('000002_PO'), reason: 'FULL' as const, as_of: inHours(0) };
      const change = { receivedAt: new Date(), reports: [report] };
      await updateOverlay(
        importer.ports.published,
        (editor) => editor.add(change),
        () => new Date(),
      );
    };
    const catalogue = {
      current: async () => {
        await eventDuringImport();
        return importer.ports.catalogue.current();
      },
    };
    await importer.deliver(await importer.put('availability/new', fileOf([full('000003_PO')])), {
      catalogue,
    });
    expect(await codes()).toEqual(['000002_PO', '000003_PO']);
  });
});
