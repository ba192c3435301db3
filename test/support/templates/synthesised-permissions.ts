import * as z from 'zod';
import {
  inWords,
  type PolicyStatement,
  policyDocument,
  resourceName,
  rolePolicies,
} from './policy-document.ts';
import { resourcesOfType, type SynthesisedTemplate } from './synthesised-stage.ts';

const policy = policyDocument.extend({ Roles: z.tuple([z.object({ Ref: z.string() })]) });

/** ` if kms:ViaService StringEquals dynamodb.AWS::Region.amazonaws.com`; nothing where there is no condition. */
const conditionOf = (condition: PolicyStatement['Condition']): string => {
  const terms = Object.entries(condition).flatMap(([operator, values]) =>
    Object.entries(values).map(([key, value]) => `${key} ${operator} ${inWords(value)}`),
  );
  return terms.length === 0 ? '' : ` if ${terms.join(' and ')}`;
};

/**
 * Lists the permissions of a role in order, such as `dynamodb:Scan TablesLocations`, with any condition. Denied ones
 * begin with `never`.
 */
export const permissionsOf = (template: SynthesisedTemplate, roleId: string): readonly string[] =>
  [
    ...rolePolicies.parse(template.Resources[roleId]?.Properties).Policies,
    ...[...resourcesOfType(template, 'AWS::IAM::Policy').values()]
      .map(({ Properties }) => policy.parse(Properties))
      .filter(({ Roles: [{ Ref }] }) => Ref === roleId),
  ]
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Effect, Action, Resource, Condition }) =>
      Action.flatMap((action) =>
        Resource.map(
          (each) =>
            `${Effect === 'Deny' ? 'never ' : ''}${action} ${resourceName(each)}${conditionOf(Condition)}`,
        ),
      ),
    )
    .toSorted();
