import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  type ExportFormat,
  IncompleteExport,
  workCentreFormats,
} from '../../../shared/wire/export-formats.ts';
import { workCentre } from '../../../shared/wire/work-centre.ts';
import { postOffice, postOffices } from '../../support/networks/network-records.ts';
import { exportedText, generatedAt, linesOf, shown } from './exported-text.ts';
import { parseNamedRows } from './parse-csv.ts';

const { json, ndjson, csv, geojson } = workCentreFormats;
const formats = Object.entries(workCentreFormats);

const awkward = postOffice(1, {
  name: 'O\'Connor "Corner"\nShop\r\nand, Café\u2028 東京 📮',
  directions: 'Line one\nLine "two"',
});
const asShown = (location = awkward) => workCentre.parse(shown(location));

const jsonFile = z.strictObject({
  generated_at: z.iso.datetime(),
  total: z.int(),
  workcentres: z.array(workCentre),
});

const feature = z.strictObject({
  type: z.literal('Feature'),
  id: z.string(),
  geometry: z.strictObject({
    type: z.literal('Point'),
    coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  }),
  properties: z.record(z.string(), z.string().or(z.array(z.string()))),
});
const geojsonFile = z.strictObject({
  type: z.literal('FeatureCollection'),
  generated_at: z.iso.datetime(),
  total: z.int(),
  features: z.array(feature),
});

describe('each format of the export', () => {
  it.each(formats)('counts its own records as %s', async (_name, format) => {
    for (const locations of [[], postOffices(1), postOffices(3), [awkward, postOffice(2)]])
      expect(await format.count(linesOf(exportedText(format, locations)))).toBe(locations.length);
  });

  const text = (format: ExportFormat) => exportedText(format, postOffices(3));
  it.each<[string, ExportFormat, string]>([
    ...formats.map(([name, format]): [string, ExportFormat, string] => [
      `${name} has its last record cut off`,
      format,
      text(format).slice(0, text(format).lastIndexOf('000003') + 3),
    ]),
    ['JSON lacks a line', json, text(json).split('\n').toSpliced(2, 1).join('\n')],
    ['JSON lacks its end', json, text(json).split('\n').slice(0, -2).join('\n')],
    ['JSON lacks a comma', json, text(json).replace(',\n', '\n')],
    ['JSON continues after its end', json, `${text(json)}{}\n`],
    ['JSON has no head', json, '{}'],
    ['JSON is empty', json, ''],
    ['CSV has no header', csv, text(csv).replace(/^.*\r\n/, '')],
    ['CSV ends within a quoted cell', csv, text(csv).slice(0, -3)],
    ['CSV lacks the end of its last row', csv, text(csv).slice(0, -2)],
    ['CSV is empty', csv, ''],
  ])('is incomplete if %s', async (_fault, format, file) => {
    await expect(format.count(linesOf(file))).rejects.toThrow(IncompleteExport);
  });

  it('is saved under the day on which it was generated', () => {
    expect(formats.map(([, { fileName }]) => fileName(generatedAt))).toEqual([
      'workcentres-2026-11-21.json',
      'workcentres-2026-11-21.ndjson',
      'workcentres-2026-11-21.csv',
      'workcentres-2026-11-21.geojson',
    ]);
  });
});

describe('the export as JSON', () => {
  it.each([0, 1, 3])('of %i work centres says its time, its total and each of them', (count) => {
    const content = jsonFile.parse(JSON.parse(exportedText(json, postOffices(count))));
    expect(content.generated_at).toBe('2026-11-21T00:58:10.123Z');
    expect(content.total).toBe(count);
    expect(content.workcentres).toEqual(postOffices(count).map((location) => asShown(location)));
  });

  it('F14: shows text exactly, whatever a spreadsheet would make of it', () => {
    const formula = postOffice(1, { name: '=1+1' });
    const content = jsonFile.parse(JSON.parse(exportedText(json, [formula, awkward])));
    expect(content.workcentres.map(({ attributes }) => attributes.business_name)).toEqual([
      '=1+1',
      awkward.name,
    ]);
  });
});

describe('the export as NDJSON', () => {
  it('has a work centre a line, and nothing of an empty network', () => {
    const lines = exportedText(ndjson, [awkward, postOffice(2)]).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => workCentre.parse(JSON.parse(line)))).toEqual([
      asShown(),
      asShown(postOffice(2)),
    ]);
    expect(exportedText(ndjson, [])).toBe('');
  });
});

describe('the export as GeoJSON', () => {
  it('is a collection of points with flat properties, longitude first', () => {
    expect(geojsonFile.parse(JSON.parse(exportedText(geojson, []))).features).toEqual([]);
    const content = geojsonFile.parse(JSON.parse(exportedText(geojson, [awkward, postOffice(2)])));
    expect(content.total).toBe(2);
    const [first] = content.features;
    expect(first?.id).toBe(awkward.locationCode);
    expect(first?.geometry.coordinates).toEqual([awkward.coordinates.lon, awkward.coordinates.lat]);
    expect(first?.properties).toMatchObject({
      type: 'PO',
      business_name: awkward.name,
      suburb: 'EXAMPLE',
      operational_capabilities: ['capability-1', 'capability-2'],
      opening_hours: 'Mo-Fr 09:00-17:00',
    });
  });

  it('says in its properties what the CSV says in its columns', () => {
    const locations = postOffices(3);
    const { features } = geojsonFile.parse(JSON.parse(exportedText(geojson, locations)));
    const rows = parseNamedRows(exportedText(csv, locations));
    expect(rows).toHaveLength(3);
    for (const [index, { properties }] of features.entries()) {
      for (const [name, value] of Object.entries(properties)) {
        expect(rows[index]?.[name]?.text, name).toBe(Array.isArray(value) ? value.join(';') : value);
      }
    }
  });
});
