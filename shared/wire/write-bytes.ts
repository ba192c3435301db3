/** Writes bytes from `start` on, and says where they end: so few that they are copied sooner one by one than by a call. */
export const writeBytes = (bytes: Uint8Array, into: Uint8Array, start: number): number => {
  for (let place = 0; place < bytes.length; place++) into[start + place] = bytes[place] ?? 0;
  return start + bytes.length;
};
