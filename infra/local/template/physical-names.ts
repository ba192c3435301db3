import type { TemplateResource } from './assembly.ts';

/** The account and region that this machine stands for, in ARNs, events and templates. */
export const localAccount = '000000000000';
export const localRegion = 'ap-southeast-2';

export const functionArn = (name: string): string =>
  `arn:aws:lambda:${localRegion}:${localAccount}:function:${name}`;

const nameProperty: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::Events::EventBus': 'Name',
  'AWS::ApiGateway::Stage': 'StageName',
  'AWS::ApiGateway::UsagePlan': 'UsagePlanName',
};

/** Stores of which two stacks may have one with the same logical id. */
const namedAfterStack = new Set(['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable', 'AWS::SQS::Queue']);

/**
 * Returns what `Ref` stands for: the name in the template, or one made of stack and logical id, so that it is the same
 * at every start. `Ref` of an API resource is its logical id, and of an alias its ARN.
 */
export const physicalNameOf = (
  stackName: string,
  logicalId: string,
  { Type, Properties }: TemplateResource,
  resolveText: (value: unknown) => string,
): string => {
  const given = Properties[nameProperty[Type] ?? ''];
  if (given !== undefined) return resolveText(given);
  if (Type === 'AWS::Lambda::Alias')
    return `${functionArn(resolveText(Properties.FunctionName))}:${resolveText(Properties.Name)}`;
  if (Type === 'AWS::S3::Bucket') return `${stackName}-${logicalId}`.toLowerCase().slice(0, 63);
  return namedAfterStack.has(Type) ? `${stackName}-${logicalId}` : logicalId;
};

/** Returns the name in a function's ARN, or in an invocation URI that has one; undefined for any other text. */
export const functionNameIn = (text: string): string | undefined => /:function:([^/:]+)/.exec(text)?.[1];

/** Returns the name in a queue's ARN; undefined for any other text. */
export const queueNameIn = (arn: string): string | undefined =>
  /^arn:[^:]+:sqs:[^:]*:[^:]*:(.+)$/.exec(arn)?.[1];

/** Returns the table in a stream's ARN; undefined for any other text. */
export const streamedTableIn = (arn: string): string | undefined =>
  /^arn:[^:]+:dynamodb:[^:]*:[^:]*:table\/([^/]+)\/stream\//.exec(arn)?.[1];
