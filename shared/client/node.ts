/** Everything for browsers, and the functions that need Node because they write files. */

export { type Downloaded, downloadExport, type ExportRequest } from './export/download-export.ts';
export { DownloadFailed } from './export/download-failed.ts';
export * from './index.ts';
