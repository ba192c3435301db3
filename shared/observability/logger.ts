import { Logger } from '@aws-lambda-powertools/logger';

/** One JSON line an event. Never given a key, a request body or a parameter's value. */
export const logger = new Logger({ serviceName: process.env.POWERTOOLS_SERVICE_NAME ?? 'waypost' });
