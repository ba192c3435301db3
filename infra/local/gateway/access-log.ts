import type { Answer } from './answer.ts';
import type { Refusal } from './refusal.ts';

export type Log = (entry: object) => void;

export interface AccessRecord {
  readonly requestId: string;
  readonly httpMethod: string;
  /** The resource's path in the template. */
  readonly resourcePath?: string | undefined;
  /** Absent where the client went away before the answer. */
  readonly answer?: Answer | undefined;
  readonly refusal?: Refusal | undefined;
  readonly milliseconds: number;
  /** The answer was cut off: by the client, or by a body that failed. */
  readonly isBroken?: boolean;
}

/** One entry a request: never a header, a parameter, a body or the path as sent, where clients put keys by mistake. */
export const accessEntry = (record: AccessRecord): object => ({
  message: 'request served',
  requestId: record.requestId,
  httpMethod: record.httpMethod,
  ...(record.resourcePath !== undefined && { resourcePath: record.resourcePath }),
  ...(record.answer && { status: record.answer.statusCode }),
  ...(record.answer?.kind === 'buffered' && { bytes: record.answer.body.length }),
  ...(record.refusal && { responseType: record.refusal.type }),
  ...(record.refusal?.reason !== undefined && { reason: record.refusal.reason }),
  ...(record.isBroken && { broken: true }),
  milliseconds: Math.round(record.milliseconds * 10) / 10,
});
