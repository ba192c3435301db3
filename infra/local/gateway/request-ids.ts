import { randomFillSync, randomUUID } from 'node:crypto';

/** The ids a request is known by, in its event, its answer and the log. */
export interface RequestIds {
  readonly requestId: string;
  readonly extendedRequestId: string;
}

const extendedIdBytes = 11;

/** Random texts of so many bytes in base64. They are drawn many at a time: a draw costs about the same for one. */
const randomTexts = (bytes: number) => {
  const drawn = Buffer.alloc(bytes * 256);
  let used = drawn.length;
  return (): string => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    used += bytes;
    return drawn.toString('base64', used - bytes, used);
  };
};

const newExtendedId = randomTexts(extendedIdBytes);

export const newRequestIds = (): RequestIds => ({
  requestId: randomUUID(),
  extendedRequestId: newExtendedId(),
});
