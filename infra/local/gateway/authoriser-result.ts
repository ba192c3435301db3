import * as z from 'zod';

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

/** Members that are not understood here, such as Condition, could narrow an Allow: they make the policy invalid. */
const statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
});
export type Statement = z.infer<typeof statement>;

/** What a REQUEST authoriser returns. Its context reaches the integration as strings. */
export const authoriserResult = z.object({
  principalId: z.string().min(1),
  policyDocument: z.object({
    Version: z.string().optional(),
    Statement: z.union([statement, z.array(statement)]).transform((value) => [value].flat()),
  }),
  context: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))
    .nullish()
    .transform((context) => context ?? {}),
  usageIdentifierKey: z
    .string()
    .nullish()
    .transform((key) => key ?? undefined),
});
export type AuthoriserResult = z.infer<typeof authoriserResult>;
