/** A published file differs from the manifest, or cannot be read. */
export class DamagedPublication extends Error {
  override readonly name = 'DamagedPublication';
}
