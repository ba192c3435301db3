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

/** Stores that two stacks may have under the same logical id. */
const namedAfterStack = new Set(['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable', 'AWS::SQS::Queue']);

/**
 * What `Ref` gives for a resource: the name the template sets, or one made of stack and logical id, so that it is
 * the same at every start. API resources are known by their logical id, an alias of a function by its ARN.
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
