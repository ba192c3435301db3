import { datedName, type ExportFormat, IncompleteExport } from './export-format.ts';

/** NDJSON export: one work centre a line, without a head. */
export const ndjsonFormat: ExportFormat = {
  fileName: datedName('workcentres', 'ndjson'),
  contentType: 'application/x-ndjson',
  head: () => '',
  record: ({ json }) => [json, '\n'],
  tail: '',
  async count(lines) {
    let records = 0;
    for await (const line of lines) {
      if (!line.startsWith('{') || !line.endsWith('}')) {
        throw new IncompleteExport(`line ${records + 1} of the export is no record`);
      }
      records++;
    }
    return records;
  },
};
