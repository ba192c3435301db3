/** A file of the export could not be read whole, in any attempt. Nothing is left of it. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
}

/** The list of files and the file are of two versions, as for half a minute after each publication. */
export class VersionsDiffer extends DownloadFailed {}
