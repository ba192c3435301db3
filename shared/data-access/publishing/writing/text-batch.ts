/** Both, where there are two: nobody would wait for one that is dropped, nor hear of its failure. */
export const bothOf = (
  one: Promise<void> | undefined,
  other: Promise<void> | undefined,
): Promise<void> | undefined =>
  one && other ? Promise.all([one, other]).then(() => undefined) : (one ?? other);

/** Gathers pieces of text in UTF-8. */
export interface TextBatch {
  /** Takes a text, or its bytes, which are copied. What the flushing of a full batch gives must be waited for. */
  add(piece: string | Uint8Array): Promise<void> | undefined;
  /** Flushes what is left. */
  end(): Promise<void> | undefined;
}

/** Bytes that one character of a string takes in UTF-8 at most. */
const mostBytesOfUnit = 3;

/** Takes a batch; `release` gives its memory back, which the next ones are gathered in. */
export type FlushBatch = (batch: Uint8Array, release: () => void) => Promise<void> | undefined;

/**
 * A batch that is flushed before it is larger than `batchBytes`; a longer piece goes by itself. Memory goes round: as
 * garbage, hundreds of megabytes of it would lie about before the collector looked.
 */
export const textBatch = (batchBytes: number, flush: FlushBatch): TextBatch => {
  const spare: Buffer[] = [];
  let batch: Buffer = Buffer.allocUnsafe(batchBytes);
  let filled = 0;

  const end = (): Promise<void> | undefined => {
    if (filled === 0) return undefined;
    const full = batch;
    const content = full.subarray(0, filled);
    filled = 0;
    const flushed = flush(content, () => void spare.push(full));
    batch = spare.pop() ?? Buffer.allocUnsafe(batchBytes);
    return flushed;
  };
  const fill = (piece: string | Uint8Array): void => {
    if (typeof piece === 'string') filled += batch.write(piece, filled);
    else {
      batch.set(piece, filled);
      filled += piece.length;
    }
  };

  return {
    add(piece) {
      const most = typeof piece === 'string' ? piece.length * mostBytesOfUnit : piece.length;
      if (filled + most <= batchBytes) return void fill(piece);
      const ended = end();
      if (most > batchBytes)
        return bothOf(
          ended,
          flush(Buffer.from(piece), () => {}),
        );
      fill(piece);
      return ended;
    },
    end,
  };
};
