import * as z from 'zod';
import { resourcesOfType, type SynthesisedTemplate } from './synthesised-stage.ts';

const oneOrMore = <T>(item: z.ZodType<T>) => z.union([z.array(item), item.transform((value) => [value])]);
const document = z.object({
  PolicyDocument: z.object({
    Statement: z.array(
      z.strictObject({
        Effect: z.literal('Allow'),
        Action: oneOrMore(z.string()),
        Resource: oneOrMore(z.unknown()),
        Condition: z.unknown().optional(),
      }),
    ),
  }),
});
const role = z.object({ Policies: z.array(document).default([]) });
const policy = document.extend({ Roles: z.tuple([z.object({ Ref: z.string() })]) });

const attribute = z
  .strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) })
  .transform(({ 'Fn::GetAtt': [id, name] }) => `${id}.${name}`);
const outputOfOtherStack = z
  .strictObject({ 'Fn::GetStackOutput': z.object({ OutputName: z.string() }) })
  .transform(({ 'Fn::GetStackOutput': { OutputName } }) =>
    OutputName.replace(/^PublishOutputFnGetAtt(.+)[0-9A-F]{8}(Arn|StreamArn)[0-9A-F]{8}$/, '$1.$2'),
  );
const part = z.union([z.string(), attribute, outputOfOtherStack]);
const joined = z
  .strictObject({ 'Fn::Join': z.tuple([z.literal(''), z.array(part)]) })
  .transform(({ 'Fn::Join': [, parts] }) => parts.join(''));
const resource = z.union([part, joined]);

/** `TablesLocations`, `TablesLocations stream` or `Published/versions/*`; `*` where anything is meant. */
const nameOf = (value: unknown): string =>
  resource
    .parse(value)
    .replace('.StreamArn', ' stream')
    .replace('.Arn', '')
    .replace(/^(.+)[0-9A-F]{8}(?=$|[:/])/, '$1');

/** All that a role may do, `dynamodb:Scan TablesLocations` each, in order. */
export const permissionsOf = (template: SynthesisedTemplate, roleId: string): readonly string[] =>
  [
    ...role.parse(template.Resources[roleId]?.Properties).Policies,
    ...[...resourcesOfType(template, 'AWS::IAM::Policy').values()]
      .map(({ Properties }) => policy.parse(Properties))
      .filter(({ Roles: [{ Ref }] }) => Ref === roleId),
  ]
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Action, Resource }) =>
      Action.flatMap((action) => Resource.map((each) => `${action} ${nameOf(each)}`)),
    )
    .toSorted();
