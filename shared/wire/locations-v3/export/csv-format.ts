import { datedName, type ExportFormat, IncompleteExport } from './export-format.ts';
import type { ShownWorkCentre } from './shown-work-centre.ts';
import { spreadsheetRow } from './spreadsheet-row.ts';

const columns = [
  'id',
  'type',
  'business_name',
  'business_long_name',
  'work_centre_id',
  'phone_number',
  'fax_number',
  'description',
  'lat',
  'lon',
  'address_line_1',
  'address_line_2',
  'address_line_3',
  'suburb',
  'state',
  'postcode',
  'country_code',
  'dpid',
  'operational_capabilities',
  'opening_hours',
];

/** In the order of the columns. */
const cellsOf = ({ id, coordinates, flat }: ShownWorkCentre) => [
  id,
  flat.type,
  flat.business_name,
  flat.business_long_name,
  flat.work_centre_id,
  flat.phone_number,
  flat.fax_number,
  flat.description,
  coordinates.lat,
  coordinates.lon,
  flat.address_line_1,
  flat.address_line_2,
  flat.address_line_3,
  flat.suburb,
  flat.state,
  flat.postcode,
  flat.country_code,
  flat.dpid,
  flat.operational_capabilities.join(';'),
  flat.opening_hours,
];

const header = columns.join(',');

const quoteMarks = (text: string): number => {
  let marks = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) marks++;
  return marks;
};

/** A row goes on over the next line as long as a quote is open. */
const countRows = async (lines: AsyncIterable<string>): Promise<number> => {
  let rows = 0;
  let isOpen = false;
  for await (const line of lines) {
    if (quoteMarks(line) % 2 === 1) isOpen = !isOpen;
    if (isOpen) continue;
    if (!line.endsWith('\r')) throw new IncompleteExport(`row ${rows} of the export is cut off`);
    if (rows === 0 && line !== `${header}\r`) throw new IncompleteExport('the export begins with no header');
    rows++;
  }
  if (isOpen) throw new IncompleteExport(`row ${rows} of the export has no end`);
  return rows;
};

/** A row a work centre below a row of names (RFC 4180), for spreadsheets. */
export const csvFormat: ExportFormat = {
  fileName: datedName('workcentres', 'csv'),
  contentType: 'text/csv; charset=utf-8; header=present',
  head: () => `${header}\r\n`,
  record: (workCentre) => [spreadsheetRow(cellsOf(workCentre))],
  tail: '',
  async count(lines) {
    const rows = await countRows(lines);
    if (rows === 0) throw new IncompleteExport('the export has no header');
    return rows - 1;
  },
};
