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
        Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
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
const reference = z.strictObject({ Ref: z.string() }).transform(({ Ref }) => Ref);
const part = z.union([z.string(), attribute, outputOfOtherStack, reference]);
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

/** ` if kms:ViaService StringEquals dynamodb.AWS::Region.amazonaws.com`; nothing where there is no condition. */
const conditionOf = (condition: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string => {
  const terms = Object.entries(condition).flatMap(([operator, values]) =>
    Object.entries(values).map(([key, value]) => `${key} ${operator} ${resource.parse(value)}`),
  );
  return terms.length === 0 ? '' : ` if ${terms.join(' and ')}`;
};

/** All that a role may do, `dynamodb:Scan TablesLocations` each, with the condition if there is one, in order. */
export const permissionsOf = (template: SynthesisedTemplate, roleId: string): readonly string[] =>
  [
    ...role.parse(template.Resources[roleId]?.Properties).Policies,
    ...[...resourcesOfType(template, 'AWS::IAM::Policy').values()]
      .map(({ Properties }) => policy.parse(Properties))
      .filter(({ Roles: [{ Ref }] }) => Ref === roleId),
  ]
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Action, Resource, Condition }) =>
      Action.flatMap((action) =>
        Resource.map((each) => `${action} ${nameOf(each)}${conditionOf(Condition)}`),
      ),
    )
    .toSorted();
