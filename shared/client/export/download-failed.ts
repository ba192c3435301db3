/** A file of the export could not be read whole, in any attempt. Nothing is left of it. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
}
