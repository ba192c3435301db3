import { createHash } from 'node:crypto';

/** `assets/scalar-1f9c0d2e.js`: a name that tells its content, so that it may be kept for ever. */
export const hashedName = (name: string, extension: string, content: string | Uint8Array): string =>
  `assets/${name}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.${extension}`;
