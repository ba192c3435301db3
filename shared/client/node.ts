/** What Node alone can do beside the rest: browsers follow redirects with the key, or not at all. */

export { type Downloaded, downloadExport, type ExportRequest } from './export/download-export.ts';
export { DownloadFailed } from './export/download-failed.ts';
export * from './index.ts';
