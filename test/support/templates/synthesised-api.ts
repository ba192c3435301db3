import * as z from 'zod';
import { resourcesOfType, type SynthesisedTemplate } from './synthesised-stage.ts';

const reference = z.object({ Ref: z.string() });
const attribute = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });

const gatewayResource = z.object({ ParentId: z.union([reference, attribute]), PathPart: z.string() });
const functionUri = z.object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) });
const gatewayMethod = z.object({
  HttpMethod: z.string(),
  ResourceId: z.union([reference, attribute]),
  AuthorizationType: z.string(),
  AuthorizerId: reference.optional(),
  ApiKeyRequired: z.boolean(),
  Integration: z.looseObject({
    Type: z.string(),
    Uri: functionUri.optional(),
    ResponseTransferMode: z.string().optional(),
    TimeoutInMillis: z.number().optional(),
  }),
});

export interface SynthesisedMethod extends z.infer<typeof gatewayMethod> {
  readonly path: string;
  /** Handler file of the method's function, or undefined for a mock integration. */
  readonly handler: string | undefined;
}

const inlineCode = z.object({ Code: z.object({ ZipFile: z.string() }) });

/** Returns a function's handler file. In test syntheses, the function's code is a comment with the file's name. */
export const handlerOf = (template: SynthesisedTemplate, functionId: string): string =>
  inlineCode.parse(template.Resources[functionId]?.Properties).Code.ZipFile.slice('// '.length);

const pathOf = (template: SynthesisedTemplate, id: z.infer<typeof gatewayMethod>['ResourceId']): string => {
  if ('Fn::GetAtt' in id) return '';
  const { ParentId, PathPart } = gatewayResource.parse(template.Resources[id.Ref]?.Properties);
  return `${pathOf(template, ParentId)}/${PathPart}`;
};

const alias = z.object({ FunctionName: reference });

/** Returns the function whose alias is in an invocation URI. The reference to an alias is its ARN. */
const functionOf = (template: SynthesisedTemplate, uri: z.infer<typeof functionUri>): string => {
  const aliases = resourcesOfType(template, 'AWS::Lambda::Alias');
  const [, parts] = uri['Fn::Join'];
  const [invoked] = parts.flatMap((part) => aliases.get(reference.safeParse(part).data?.Ref ?? '') ?? []);
  return alias.parse(invoked?.Properties).FunctionName.Ref;
};

export const methodsOf = (template: SynthesisedTemplate): readonly SynthesisedMethod[] =>
  [...resourcesOfType(template, 'AWS::ApiGateway::Method').values()].map(({ Properties }) => {
    const method = gatewayMethod.parse(Properties);
    const { Uri } = method.Integration;
    return {
      ...method,
      path: pathOf(template, method.ResourceId) || '/',
      handler: Uri && handlerOf(template, functionOf(template, Uri)),
    };
  });
