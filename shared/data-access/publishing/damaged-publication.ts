/** A published file is not what the manifest says, or cannot be read as what it should be. */
export class DamagedPublication extends Error {
  override readonly name = 'DamagedPublication';
}

/** A published file has a format that came after this code: a newer release wrote it. */
export class NewerPublicationFormat extends Error {
  override readonly name = 'NewerPublicationFormat';
}
