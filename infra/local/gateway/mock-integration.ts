import type { MockIntegration } from '../template/rest-api.ts';
import type { BufferedAnswer } from './answer.ts';

/** The answer a mock integration always gives, such as to a preflight. */
export const mockAnswer = ({ statusCode, headers, body }: MockIntegration): BufferedAnswer => ({
  kind: 'buffered',
  statusCode,
  headers: Object.entries(headers),
  body,
});
