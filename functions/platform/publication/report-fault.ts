import { writeFigures } from '../../../shared/observability/figures.ts';
import { logger } from '../../../shared/observability/logger.ts';

/**
 * Creates a handler that logs and counts a fault that does not make the run fail. Without the metric, nobody would
 * notice it.
 */
export const reportFault =
  (message: string) =>
  (error: unknown): void => {
    logger.error(message, { error });
    writeFigures({ PublisherFaults: 1 }, {});
  };
