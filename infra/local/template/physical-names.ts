/** The account and region that this machine stands for, in ARNs, events and templates. */
export const localAccount = '000000000000';
export const localRegion = 'ap-southeast-2';

/** Returns the ARN of a resource by its type and name. Of types that nothing here reads, it only has to be unique. */
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

// Each returns undefined for any other text.

/** Returns the name in a function's ARN, or in an invocation URI that has one. */
export const functionNameIn = (text: string): string | undefined => /:function:([^/:]+)/.exec(text)?.[1];

/** Returns the name in a queue's ARN. */
export const queueNameIn = (arn: string): string | undefined =>
  /^arn:[^:]+:sqs:[^:]*:[^:]*:(.+)$/.exec(arn)?.[1];

/** Returns the table in a stream's ARN. */
export const streamedTableIn = (arn: string): string | undefined =>
  /^arn:[^:]+:dynamodb:[^:]*:[^:]*:table\/([^/]+)\/stream\//.exec(arn)?.[1];
