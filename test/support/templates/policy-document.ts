import * as z from 'zod';

const oneOrMore = <T>(item: z.ZodType<T>) => z.union([z.array(item), item.transform((value) => [value])]);

const statement = z.strictObject({
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore(z.string()),
  Resource: oneOrMore(z.unknown()),
  Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});
/** Statement of a policy. */
export type PolicyStatement = z.infer<typeof statement>;

/** Properties of a policy. */
export const policyDocument = z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) });

/** Properties of a role: its inline and managed policies. */
export const rolePolicies = z.object({
  Policies: z.array(policyDocument).default([]),
  ManagedPolicyArns: z.array(z.unknown()).default([]),
});

const attribute = z
  .strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) })
  .transform(({ 'Fn::GetAtt': [id, name] }) => `${id}.${name}`);
const outputOfOtherStack = z
  .strictObject({ 'Fn::GetStackOutput': z.object({ OutputName: z.string() }) })
  .transform(({ 'Fn::GetStackOutput': { OutputName } }) =>
    OutputName.replace(/^PublishOutputFnGetAtt(.+)[0-9A-F]{8}(Arn|StreamArn)[0-9A-F]{8}$/, '$1.$2'),
  );
const reference = z.strictObject({ Ref: z.string() }).transform(({ Ref }) => Ref);
const part = z.union([z.string(), attribute, outputOfOtherStack, reference]);
const joined = z
  .strictObject({ 'Fn::Join': z.tuple([z.literal(''), z.array(part)]) })
  .transform(({ 'Fn::Join': [, parts] }) => parts.join(''));
const words = z.union([part, joined]);

/** Describes a text of a template with the ids that it is composed of; as JSON if that is unknown. */
export const inWords = (value: unknown): string => words.safeParse(value).data ?? JSON.stringify(value);

/** `TablesLocations`, `TablesLocations stream` or `Published/versions/*`; `*` where anything is meant. */
export const resourceName = (value: unknown): string =>
  inWords(value)
    .replace('.StreamArn', ' stream')
    .replace('.Arn', '')
    .replace(/^(.+)[0-9A-F]{8}(?=$|[:/])/, '$1');
