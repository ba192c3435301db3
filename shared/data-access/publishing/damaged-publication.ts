/** A published file differs from the manifest, or cannot be read. */
export class DamagedPublication extends Error {
  override readonly name = 'DamagedPublication';
}

/** A published file has the format of a newer release. */
export class NewerPublicationFormat extends Error {
  override readonly name = 'NewerPublicationFormat';
}
