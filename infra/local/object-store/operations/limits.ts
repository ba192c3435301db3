/** Bytes that S3 takes in one PutObject or UploadPart. */
export const mostBytesOfUpload = 5 * 1024 ** 3;

/** Bytes below which S3 takes no part but the last. */
export const fewestBytesOfPart = 5 * 1024 ** 2;

/** Keys that S3 lists or deletes at once. */
export const mostKeys = 1000;
