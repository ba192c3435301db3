/** The client for browsers, and the functions that need Node because they write files. */

export { type Downloaded, DownloadFailed, downloadExport, type ExportRequest } from './export-download.ts';
export * from './index.ts';
