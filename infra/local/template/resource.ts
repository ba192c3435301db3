import * as z from 'zod';
import { queueNameIn } from './physical-names.ts';

/** A resource of a template with its intrinsic functions resolved. */
export interface ResolvedResource {
  readonly stackName: string;
  readonly logicalId: string;
  /** What `Ref` stands for. */
  readonly name: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The template has something that makes no sense on one machine. */
export class UnsupportedTemplate extends Error {
  override readonly name = 'UnsupportedTemplate';
}

/** Creates the error for a resource, which it names. */
export const unsupported = ({ logicalId, type }: ResolvedResource, why: string): UnsupportedTemplate =>
  new UnsupportedTemplate(`${logicalId} (${type}): ${why}`);

/** Parses the properties of a resource. Throws UnsupportedTemplate, also if one of `refused` is set. */
export const readProperties = <T>(
  schema: z.ZodType<T>,
  resource: ResolvedResource,
  refused: readonly string[] = [],
): T => {
  const [first] = refused.filter((property) => Boolean(resource.properties[property]));
  if (first !== undefined) throw unsupported(resource, `${first} has no meaning on this machine`);
  const parsed = schema.safeParse(resource.properties);
  if (parsed.success) return parsed.data;
  throw unsupported(resource, z.prettifyError(parsed.error));
};

/** A number, or digits in quotes, which CloudFormation accepts too. */
export const templateNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,15}$/, 'a number of digits alone')
    .transform(Number),
]);

/** A text in JSON, parsed. */
export const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
});

/** Destination of events that a function failed to take. */
export const failureDestination = z
  .object({ OnFailure: z.object({ Destination: z.string().optional() }).default({}) })
  .prefault({})
  .transform(({ OnFailure }) => OnFailure.Destination);

/** Returns the name of the queue for dead letters. Throws UnsupportedTemplate if the ARN is not that of a queue. */
export const deadLetterQueueOf = (
  resource: ResolvedResource,
  arn: string | undefined,
): string | undefined => {
  if (arn === undefined) return undefined;
  const name = queueNameIn(arn);
  if (name === undefined) throw unsupported(resource, `only a queue keeps dead letters, not ${arn}`);
  return name;
};
