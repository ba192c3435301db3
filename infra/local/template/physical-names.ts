/** Account and region of this machine in ARNs, events and templates. */
export const localAccount = '000000000000';
export const localRegion = 'ap-southeast-2';

/** Returns a resource's ARN by its type and name. If nothing here reads the type, the ARN only has to be unique. */
export const arnOf = (type: string, name: string): string =>
  `arn:aws:${resourceParts[type] ?? `local:${place}:${type}/`}${name}`;

export const functionArn = (name: string): string => arnOf('AWS::Lambda::Function', name);

const place = `${localRegion}:${localAccount}`;
const resourceParts: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': `lambda:${place}:function:`,
  'AWS::DynamoDB::Table': `dynamodb:${place}:table/`,
  'AWS::S3::Bucket': 's3:::',
  'AWS::SQS::Queue': `sqs:${place}:`,
  'AWS::Events::EventBus': `events:${place}:event-bus/`,
};
