import * as z from 'zod';
import { queueNameIn } from './arn-names.ts';
import { UnsupportedTemplate } from './intrinsics.ts';
import type { ResolvedResource } from './resolved-resource.ts';

/** What a template asks of one resource has no meaning on this machine. */
export const unsupported = ({ logicalId, type }: ResolvedResource, why: string): UnsupportedTemplate =>
  new UnsupportedTemplate(`${logicalId} (${type}): ${why}`);

/** The properties of a resource. Throws UnsupportedTemplate, also where one of `refused` is set. */
export const readProperties = <T>(
  schema: z.ZodType<T>,
  resource: ResolvedResource,
  refused: readonly string[],
): T => {
  const [first] = refused.filter((property) => Boolean(resource.properties[property]));
  if (first !== undefined) throw unsupported(resource, `${first} has no meaning on this machine`);
  const parsed = schema.safeParse(resource.properties);
  if (parsed.success) return parsed.data;
  throw unsupported(resource, z.prettifyError(parsed.error));
};

/** The name of the queue that takes what was given up. Throws UnsupportedTemplate where it is no queue. */
export const deadLetterQueueOf = (
  resource: ResolvedResource,
  arn: string | undefined,
): string | undefined => {
  if (arn === undefined) return undefined;
  const name = queueNameIn(arn);
  if (name === undefined) throw unsupported(resource, `only a queue keeps dead letters, not ${arn}`);
  return name;
};
