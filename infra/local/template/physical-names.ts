import type { TemplateResource } from './assembly.ts';

/** The account and region that this machine stands for, in ARNs, events and templates. */
export const localAccount = '000000000000';
export const localRegion = 'ap-southeast-2';

const nameProperty: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::ApiGateway::Stage': 'StageName',
  'AWS::ApiGateway::UsagePlan': 'UsagePlanName',
};

/**
 * What `Ref` gives for a resource: the name the template sets, or one made of stack and logical id, so that it is
 * the same at every start. API resources are known by their logical id.
 */
export const physicalNameOf = (
  stackName: string,
  logicalId: string,
  { Type, Properties }: TemplateResource,
  resolveText: (value: unknown) => string,
): string => {
  const given = Properties[nameProperty[Type] ?? ''];
  if (given !== undefined) return resolveText(given);
  if (Type === 'AWS::S3::Bucket') return `${stackName}-${logicalId}`.toLowerCase().slice(0, 63);
  if (Type === 'AWS::DynamoDB::Table' || Type === 'AWS::DynamoDB::GlobalTable')
    return `${stackName}-${logicalId}`;
  return logicalId;
};
