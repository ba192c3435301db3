import type { Versions } from './breaking-change.ts';
import type { DescribedSchema } from './described-schema.ts';

/** Who writes the values of a schema: clients in requests, the service in answers. */
export type Writer = 'client' | 'service';

/**
 * Two versions of a schema. What clients wrote by the former must be taken by the next, and what the service writes by
 * the next must be taken by clients of the former: one question, asked in both directions.
 */
export interface SchemaVersions extends Versions<DescribedSchema> {
  readonly writer: Writer;
}

/** The schema that values are written by, and the one that readers go by. */
export const sentAndTaken = ({ former, next, writer }: SchemaVersions) =>
  writer === 'client' ? { sent: former, taken: next } : { sent: next, taken: former };
