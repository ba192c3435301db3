import type * as z from 'zod/mini';

/** The row of an enquiry cannot be read. */
export class UnreadableEnquiry extends Error {
  override readonly name = 'UnreadableEnquiry';
  /** Names the attributes at fault, never their values. */
  constructor(id: string, { issues }: z.core.$ZodError) {
    super(`the row ${id} cannot be read: ${issues.map(({ path }) => path.join('.')).join(', ')}`);
  }
}
