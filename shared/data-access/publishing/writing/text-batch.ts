/** Combines two optional promises, so that neither is left unawaited and its failure unnoticed. */
export const bothOf = (
  one: Promise<void> | undefined,
  other: Promise<void> | undefined,
): Promise<void> | undefined =>
  one && other ? Promise.all([one, other]).then(() => undefined) : (one ?? other);

/** Batch of text in UTF-8. */
export interface TextBatch {
  /** Adds a text, or its bytes, which are copied. A returned promise, of the flush of a full batch, must be awaited. */
  add(piece: string | Uint8Array): Promise<void> | undefined;
  /** Flushes the remaining bytes. */
  end(): Promise<void> | undefined;
}

/** Maximum UTF-8 bytes of one UTF-16 unit. */
const mostBytesOfUnit = 3;

/** Takes a batch; call `release` to reuse its memory for later batches. */
export type FlushBatch = (batch: Uint8Array, release: () => void) => Promise<void> | undefined;

/**
 * Creates a batch that is flushed before it exceeds `batchBytes`; a longer piece is flushed by itself. Buffers are
 * reused, as hundreds of megabytes would otherwise await garbage collection.
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
