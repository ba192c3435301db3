import * as z from 'zod';
import type { SynthesisedStack, TemplateResource } from './assembly.ts';
import { functionArn, localAccount, localRegion, physicalNameOf } from './physical-names.ts';
import { type ResolvedResource, templateNumber, UnsupportedTemplate } from './resource.ts';

const functionCall = z.record(z.string(), z.unknown()).refine((value) => Object.keys(value).length === 1);
const join = z.tuple([z.string(), z.array(z.unknown())]);
const getAttribute = z.tuple([z.string(), z.string()]);
const split = z.tuple([z.string(), z.unknown()]);
const select = z.tuple([templateNumber, z.unknown()]);
const stackOutput = z.object({ StackName: z.string(), OutputName: z.string() });
const substitution = z.union([
  z.string().transform((text): [string, Record<string, unknown>] => [text, {}]),
  z.tuple([z.string(), z.record(z.string(), z.unknown())]),
]);

/** Types of resources whose properties matter on this machine; of others only the names do. */
const readTypes =
  /^AWS::(ApiGateway::|CloudFront::(Distribution|Function|ResponseHeadersPolicy)$|DynamoDB::|S3::Bucket$|Lambda::(Alias|Function|EventInvokeConfig|EventSourceMapping)$|Scheduler::Schedule$|Events::(EventBus|Rule)$|SQS::Queue$)/;

/** Returns the resources of all stacks that matter on this machine, resolved. Throws UnsupportedTemplate. */
export const resolveResources = (
  stacks: readonly SynthesisedStack[],
  resolver = new TemplateResolver(stacks),
): readonly ResolvedResource[] =>
  stacks.flatMap((stack) =>
    Object.entries(stack.Resources)
      .filter(([, { Type }]) => readTypes.test(Type))
      .map(([logicalId, { Type, Properties }]) => ({
        stackName: stack.stackName,
        logicalId,
        name: resolver.resolveText(stack, { Ref: logicalId }),
        type: Type,
        properties: z.record(z.string(), z.unknown()).parse(resolver.resolve(stack, Properties)),
      })),
  );

/** Resolves CloudFormation's intrinsic functions over all stacks of an assembly. */
export class TemplateResolver {
  readonly #stacks: readonly SynthesisedStack[];

  constructor(stacks: readonly SynthesisedStack[]) {
    this.#stacks = stacks;
  }

  /** Returns the value with every intrinsic function in it replaced by what it stands for. */
  resolve(stack: SynthesisedStack, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolve(stack, item));
    if (typeof value !== 'object' || value === null) return value;
    const call = functionCall.safeParse(value);
    const [name, argument] = call.success ? (Object.entries(call.data)[0] ?? []) : [];
    if (name === 'Ref') return this.#reference(stack, z.string().parse(argument));
    if (name?.startsWith('Fn::')) return this.#call(stack, name, argument);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolve(stack, item)]));
  }

  /** Resolves a value that must be a text or a number. */
  resolveText(stack: SynthesisedStack, value: unknown): string {
    return z.coerce.string().parse(this.resolve(stack, value));
  }

  #call(stack: SynthesisedStack, name: string, argument: unknown): unknown {
    switch (name) {
      case 'Fn::GetAtt':
        return this.#attribute(stack, ...getAttribute.parse(argument));
      case 'Fn::Join': {
        const [separator, parts] = join.parse(argument);
        return parts.map((part) => this.resolveText(stack, part)).join(separator);
      }
      case 'Fn::Sub': {
        const [text, values] = substitution.parse(argument);
        return text.replace(/\$\{([^!}]+)\}/g, (_, variable: string) =>
          variable in values
            ? this.resolveText(stack, values[variable])
            : this.resolveText(
                stack,
                variable.includes('.') ? { 'Fn::GetAtt': variable.split('.') } : { Ref: variable },
              ),
        );
      }
      case 'Fn::Split': {
        const [separator, text] = split.parse(argument);
        return this.resolveText(stack, text).split(separator);
      }
      case 'Fn::Select': {
        const [index, list] = select.parse(argument);
        return z.array(z.unknown()).parse(this.resolve(stack, list))[index];
      }
      case 'Fn::ImportValue':
        return this.#imported(this.resolveText(stack, argument));
      case 'Fn::GetStackOutput':
        return this.#outputOf(stackOutput.parse(argument));
      default:
        throw new UnsupportedTemplate(`${name} has no meaning on this machine`);
    }
  }

  #imported(exportName: string): unknown {
    for (const stack of this.#stacks) {
      for (const { Value, Export } of Object.values(stack.Outputs)) {
        if (Export?.Name === exportName) return this.resolve(stack, Value);
      }
    }
    throw new UnsupportedTemplate(`no stack exports ${exportName}`);
  }

  #outputOf({ StackName, OutputName }: z.infer<typeof stackOutput>): unknown {
    const stack = this.#stacks.find(({ stackName }) => stackName === StackName);
    const output = stack?.Outputs[OutputName];
    if (!stack || !output) throw new UnsupportedTemplate(`no output ${OutputName} of ${StackName}`);
    return this.resolve(stack, output.Value);
  }

  #reference(stack: SynthesisedStack, name: string): string {
    const pseudo: Record<string, string> = {
      'AWS::Region': localRegion,
      'AWS::AccountId': localAccount,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
      'AWS::StackName': stack.stackName,
    };
    return pseudo[name] ?? this.#nameOf(stack, name, this.#resource(stack, name));
  }

  #attribute(stack: SynthesisedStack, logicalId: string, attribute: string): string {
    const resource = this.#resource(stack, logicalId);
    const name = this.#nameOf(stack, logicalId, resource);
    if (resource.Type === 'AWS::ApiGateway::RestApi' && attribute === 'RootResourceId') return '/';
    if (attribute === 'Arn') return arnOf(resource.Type, name);
    if (resource.Type === 'AWS::DynamoDB::Table' && attribute === 'StreamArn')
      return `${arnOf(resource.Type, name)}/stream/latest`;
    // Attributes such as a domain name stand for themselves: nothing here reads them.
    return `${name}.${attribute}`;
  }

  #nameOf(stack: SynthesisedStack, logicalId: string, resource: TemplateResource): string {
    return physicalNameOf(stack.stackName, logicalId, resource, (value) => this.resolveText(stack, value));
  }

  #resource(stack: SynthesisedStack, logicalId: string): TemplateResource {
    const resource = stack.Resources[logicalId];
    if (resource) return resource;
    throw new UnsupportedTemplate(`${stack.stackName} has no resource ${logicalId}`);
  }
}

const arnOf = (type: string, name: string): string => {
  const place = `${localRegion}:${localAccount}`;
  switch (type) {
    case 'AWS::Lambda::Function':
      return functionArn(name);
    case 'AWS::DynamoDB::Table':
      return `arn:aws:dynamodb:${place}:table/${name}`;
    case 'AWS::S3::Bucket':
      return `arn:aws:s3:::${name}`;
    case 'AWS::SQS::Queue':
      return `arn:aws:sqs:${place}:${name}`;
    case 'AWS::Events::EventBus':
      return `arn:aws:events:${place}:event-bus/${name}`;
    default:
      return `arn:aws:local:${place}:${type}/${name}`;
  }
};
