/** Another process has the lock; the message says which, as far as it is known. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';
}
