import { queryOf } from '../request/query-of.ts';
import { overriddenHeaders, responseOverrides } from '../request/response-overrides.ts';
import type { Operation } from './operation.ts';
import { readAnswer } from './read-answer.ts';

/**
 * GetObject. The contents are sent as the disk gives them, beside the checksum that was stored: where the disk has changed
 * them it is the reader who finds out, with that checksum or with one of its own.
 */
export const getObject: Operation = async (request, { objects }) => {
  const overrides = overriddenHeaders(queryOf(request, responseOverrides));
  const { object, file } = await objects.open(request.key);
  try {
    const { bytes, ...answer } = readAnswer(request, object, overrides);
    const { size } = await file.stat();
    // A file that was cut short is told before its first byte, not by a body that ends too soon.
    if (size !== object.size)
      throw new Error(`Contents of ${size} bytes where the record says ${object.size}`);
    if (bytes !== undefined) {
      return { ...answer, body: file.createReadStream({ start: bytes.first, end: bytes.last }) };
    }
    await file.close();
    return answer;
  } catch (error) {
    await file.close();
    throw error;
  }
};
