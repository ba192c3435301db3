import * as z from 'zod';
import { describeText, resourcesOfType, type SynthesisedTemplate } from './synthesised-stage.ts';

const gatewayMethod = z.object({
  HttpMethod: z.string(),
  ResourceId: z.unknown().transform(describeText),
  AuthorizationType: z.string(),
  AuthorizerId: z.object({ Ref: z.string() }).optional(),
  ApiKeyRequired: z.boolean(),
  Integration: z.looseObject({
    Type: z.string(),
    Uri: z.unknown().optional(),
    ResponseTransferMode: z.string().optional(),
    TimeoutInMillis: z.number().optional(),
  }),
});

const inlineCode = z.object({ Code: z.object({ ZipFile: z.string() }) });

/** Returns a function's handler file. In test syntheses, the function's code is a comment with the file's name. */
export const handlerOf = (template: SynthesisedTemplate, functionId: string): string =>
  inlineCode.parse(template.Resources[functionId]?.Properties).Code.ZipFile.slice('// '.length);

/** Returns a resource's path. The root resource is an attribute of the API, not a resource of the template. */
const pathOf = (template: SynthesisedTemplate, id: string): string => {
  const { ParentId, PathPart } = template.Resources[id]?.Properties ?? {};
  return PathPart === undefined ? '' : `${pathOf(template, describeText(ParentId))}/${PathPart}`;
};

export const methodsOf = (template: SynthesisedTemplate) => {
  const aliases = [...resourcesOfType(template, 'AWS::Lambda::Alias')];
  return [...resourcesOfType(template, 'AWS::ApiGateway::Method').values()].map(({ Properties }) => {
    const method = gatewayMethod.parse(Properties);
    const uri = describeText(method.Integration.Uri ?? '');
    const [, alias] = aliases.find(([id]) => uri.includes(id)) ?? [];
    return {
      ...method,
      path: pathOf(template, method.ResourceId) || '/',
      /** Handler file of the method's function, or undefined for a mock integration. */
      handler: alias && handlerOf(template, describeText(alias.Properties.FunctionName)),
    };
  });
};
