import type { Context } from 'aws-lambda';
import { logger } from '../../shared/observability/logger.ts';
import { importEvent } from './importing/import-event.ts';

/** Invoked by the queue of files that were put into the import bucket, one at a time. */
export const handler = async (
  event: unknown,
  _context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const { key } = importEvent.parse(event);
  logger.warn('file left alone', { file: key });
};
