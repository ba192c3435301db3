import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { backupPolicies } from '../constructs/data/backups.ts';
import { backupVaultName, bootstrapQualifier, eventBusName, stackName } from '../stages/stage-names.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import { stagesOf } from '../stages/stages.ts';
import {
  arnOf,
  boundaryStatements,
  type Deployed,
  type Grant,
  globalArnOf,
  ownKeys,
  roleGrants,
  storeGrants,
  tagging,
  templateGrants,
  toStatement,
} from './grants.ts';
import { deployedPipeline } from './pipeline-permissions.ts';

/**
 * Services whose service-linked roles a deployment may create, for AWS WAF's logs, API Gateway's custom domains and AWS
 * Backup.
 */
const linkedServices = ['wafv2.amazonaws.com', 'ops.apigateway.amazonaws.com', 'backup.amazonaws.com'];

/** A stage as a deployment unit. */
export const deployedStage = (stage: StageSettings): Deployed => ({
  prefix: stackName(stage, '').slice(0, -1),
  qualifier: bootstrapQualifier(stage),
  passedTo: ['codedeploy', 'lambda', 'scheduler', ...(stage.backups ? ['backup'] : [])],
  managedPolicies: stage.backups ? backupPolicies : [],
  keyTag: stage.name,
});

/**
 * Returns the permissions that CloudFormation needs to deploy a stage. Physical names begin with the stack's name or
 * with `waypost-STAGE`, so that most permissions cover only the stage. API Gateway, CloudFront, AWS WAF, layers and
 * event source mappings have generated ids, which cannot be attributed to a stage.
 */
export const deployGrants = (stage: StageSettings): readonly Grant[] => {
  const named = stackName(stage, '*');
  const lower = `waypost-${stage.name}`;
  const bus = eventBusName(stage);
  const qualifier = bootstrapQualifier(stage);
  const deployed = deployedStage(stage);

  return [
    {
      types: ['AWS::DynamoDB::Table'],
      service: 'dynamodb',
      actions: [
        'CreateTable',
        'UpdateTable',
        'DeleteTable',
        'Describe*',
        'UpdateContinuousBackups',
        'UpdateTimeToLive',
        ...['Get', 'Put', 'Delete'].map((verb) => `${verb}ResourcePolicy`),
        'TagResource',
        'UntagResource',
        'ListTagsOfResource',
      ],
      resources: [arnOf('dynamodb', `table/${named}`)],
    },
    ...storeGrants(deployed, `alias/${lower}-*`, arnOf),
    {
      // DynamoDB and EventBridge check the key with the permissions of the principal that creates a table or a bus.
      types: ['AWS::DynamoDB::Table', 'AWS::Events::EventBus'],
      service: 'kms',
      actions: ['CreateGrant', 'DescribeKey', 'Decrypt', 'Encrypt', 'GenerateDataKey*', 'ReEncrypt*'],
      resources: [arnOf('kms', 'key/*')],
      conditions: {
        StringEquals: {
          ...ownKeys(deployed),
          'kms:ViaService': ['dynamodb', 'events'].map((service) => `${service}.${Aws.REGION}.amazonaws.com`),
        },
      },
    },
    {
      types: ['AWS::SQS::Queue', 'AWS::SQS::QueuePolicy'],
      service: 'sqs',
      actions: [
        'CreateQueue',
        'DeleteQueue',
        'GetQueueAttributes',
        'SetQueueAttributes',
        'GetQueueUrl',
        'ListQueueTags',
        'TagQueue',
        'UntagQueue',
      ],
      resources: [arnOf('sqs', named)],
    },
    {
      types: ['AWS::Events::EventBus', 'AWS::Events::Rule'],
      service: 'events',
      actions: [
        ...['Create', 'Update', 'Delete', 'Describe'].map((verb) => `${verb}EventBus`),
        ...['Put', 'Delete', 'Describe', 'Enable', 'Disable'].map((verb) => `${verb}Rule`),
        'PutTargets',
        'RemoveTargets',
        'ListTargetsByRule',
        ...tagging,
      ],
      resources: [
        arnOf('events', `event-bus/${bus}`),
        arnOf('events', `rule/${named}`),
        arnOf('events', `rule/${bus}/${named}`),
      ],
    },
    {
      types: ['AWS::Scheduler::Schedule', 'AWS::Scheduler::ScheduleGroup'],
      service: 'scheduler',
      actions: ['Create*', 'Get*', 'Update*', 'Delete*', ...tagging],
      resources: [arnOf('scheduler', `schedule/${lower}/*`), arnOf('scheduler', `schedule-group/${lower}`)],
    },
    {
      types: ['AWS::Logs::LogGroup', 'AWS::Logs::MetricFilter'],
      service: 'logs',
      actions: [
        'CreateLogGroup',
        'DeleteLogGroup',
        'PutRetentionPolicy',
        'DeleteRetentionPolicy',
        'PutMetricFilter',
        'DeleteMetricFilter',
        'GetDataProtectionPolicy',
        ...tagging,
      ],
      resources: [named, `aws-waf-logs-${lower}`].map((name) => arnOf('logs', `log-group:${name}*`)),
    },
    {
      types: ['AWS::Logs::LogGroup', 'AWS::Logs::MetricFilter', 'AWS::WAFv2::LoggingConfiguration'],
      service: 'logs',
      actions: ['Describe*'],
      resources: ['*'],
    },
    {
      types: ['AWS::ApiGateway::Stage', 'AWS::WAFv2::LoggingConfiguration'],
      service: 'logs',
      actions: ['*LogDelivery', 'ListLogDeliveries', 'PutResourcePolicy'],
      resources: ['*'],
    },
    {
      types: [
        'AWS::Lambda::Function',
        'AWS::Lambda::Version',
        'AWS::Lambda::Alias',
        'AWS::Lambda::EventInvokeConfig',
        'AWS::Lambda::Permission',
      ],
      service: 'lambda',
      actions: [
        ...['Create', 'Delete', 'Get', 'List', 'Publish', 'Put', 'Update'].map((verb) => `${verb}*`),
        'AddPermission',
        'RemovePermission',
        'TagResource',
        'UntagResource',
      ],
      resources: [arnOf('lambda', `function:${named}`)],
    },
    {
      types: ['Custom::CDKBucketDeployment'],
      service: 'lambda',
      actions: ['InvokeFunction'],
      resources: [arnOf('lambda', `function:${stackName(stage, 'Portal')}-*`)],
    },
    {
      types: ['AWS::Lambda::LayerVersion'],
      service: 'lambda',
      actions: ['PublishLayerVersion', 'GetLayerVersion', 'DeleteLayerVersion'],
      resources: [arnOf('lambda', 'layer:*')],
    },
    {
      types: ['AWS::Lambda::EventSourceMapping'],
      service: 'lambda',
      actions: ['Create', 'Get', 'Update', 'Delete'].map((verb) => `${verb}EventSourceMapping`),
      resources: ['*'],
      conditions: { ArnLike: { 'lambda:FunctionArn': arnOf('lambda', `function:${named}`) } },
    },
    {
      // Tagging requests do not contain the function's ARN.
      types: ['AWS::Lambda::EventSourceMapping'],
      service: 'lambda',
      actions: [...tagging.slice(0, 2), 'ListTags'],
      resources: [arnOf('lambda', 'event-source-mapping:*')],
    },
    {
      types: ['AWS::Lambda::Function', 'AWS::Lambda::LayerVersion', 'Custom::CDKBucketDeployment'],
      service: 's3',
      actions: ['GetObject'],
      resources: [`arn:${Aws.PARTITION}:s3:::cdk-${qualifier}-assets-${Aws.ACCOUNT_ID}-${Aws.REGION}/*`],
    },
    {
      types: ['AWS::CodeDeploy::Application', 'AWS::CodeDeploy::DeploymentGroup', 'AWS::Lambda::Alias'],
      service: 'codedeploy',
      actions: [
        ...['Create', 'Get', 'Update', 'Delete'].map((verb) => `${verb}*`),
        'RegisterApplicationRevision',
        ...tagging,
      ],
      resources: [
        arnOf('codedeploy', `application:${lower}`),
        arnOf('codedeploy', `deploymentgroup:${lower}/*`),
        arnOf('codedeploy', 'deploymentconfig:*'),
      ],
    },
    {
      // For rolling back an alias during a gradual deployment. IAM supports no narrower resource for these actions.
      types: ['AWS::Lambda::Alias'],
      service: 'codedeploy',
      actions: ['GetDeploymentTarget', 'StopDeployment'],
      resources: ['*'],
    },
    {
      types: ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm', 'AWS::CloudWatch::Dashboard'],
      service: 'cloudwatch',
      actions: [
        'PutMetricAlarm',
        'DeleteAlarms',
        'PutDashboard',
        'GetDashboard',
        'DeleteDashboards',
        ...tagging,
      ],
      resources: [arnOf('cloudwatch', `alarm:${lower}-*`), globalArnOf('cloudwatch', `dashboard/${lower}`)],
    },
    {
      types: ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'],
      service: 'cloudwatch',
      // CloudWatch accepts no narrower resource for composite alarms.
      actions: ['DescribeAlarms', 'PutCompositeAlarm'],
      resources: ['*'],
    },
    {
      types: ['AWS::Budgets::Budget'],
      service: 'budgets',
      actions: ['ViewBudget', 'ModifyBudget', 'ListTagsForResource', 'TagResource', 'UntagResource'],
      resources: [globalArnOf('budgets', `budget/${lower}-*`)],
    },
    {
      types: [
        'Authorizer',
        'BasePathMapping',
        'Deployment',
        'DomainName',
        'GatewayResponse',
        'Method',
        'Resource',
        'RestApi',
        'Stage',
        'UsagePlan',
      ].map((type) => `AWS::ApiGateway::${type}`),
      service: 'apigateway',
      actions: [
        'GET',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'UpdateRestApiPolicy',
        'SetWebACL',
        'AddCertificateToDomain',
        'RemoveCertificateFromDomain',
      ],
      resources: ['restapis', 'usageplans', 'domainnames', 'tags'].map(
        (path) => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::/${path}*`,
      ),
    },
    {
      types: ['WebACL', 'WebACLAssociation', 'LoggingConfiguration'].map((type) => `AWS::WAFv2::${type}`),
      service: 'wafv2',
      actions: [
        ...['Create', 'Get', 'Update', 'Delete'].map((verb) => `${verb}WebACL`),
        'AssociateWebACL',
        'DisassociateWebACL',
        'GetWebACLForResource',
        ...['Get', 'Put', 'Delete'].map((verb) => `${verb}LoggingConfiguration`),
        ...tagging,
      ],
      resources: ['*'],
    },
    {
      types: ['Distribution', 'Function', 'OriginAccessControl', 'ResponseHeadersPolicy'].map(
        (type) => `AWS::CloudFront::${type}`,
      ),
      service: 'cloudfront',
      actions: ['Create*', 'Get*', 'Describe*', 'Update*', 'Delete*', 'PublishFunction', ...tagging],
      resources: ['*'],
    },
    {
      types: ['AWS::Route53::RecordSet'],
      service: 'route53',
      actions: ['ChangeResourceRecordSets', 'GetHostedZone', 'ListResourceRecordSets'],
      resources: hostedZonesOf(stage).map((id) => `arn:${Aws.PARTITION}:route53:::hostedzone/${id}`),
    },
    {
      types: ['AWS::Route53::RecordSet'],
      service: 'route53',
      actions: ['GetChange'],
      resources: hostedZonesOf(stage).length > 0 ? [`arn:${Aws.PARTITION}:route53:::change/*`] : [],
    },
    ...(stage.backups ? backupGrants(stage) : []),
    ...roleGrants(deployed),
    {
      types: ['AWS::ApiGateway::DomainName', 'AWS::WAFv2::LoggingConfiguration'],
      service: 'iam',
      actions: ['CreateServiceLinkedRole'],
      resources: [globalArnOf('iam', 'role/aws-service-role/*')],
      conditions: { StringEquals: { 'iam:AWSServiceName': linkedServices } },
    },
    ...templateGrants(deployed),
  ].filter(({ resources }) => resources.length > 0);
};

/**
 * Returns the grants for backups. Plans have generated ids. These grants do not allow deleting or changing a backup, or
 * unlocking a vault.
 */
const backupGrants = (stage: StageSettings): readonly Grant[] => [
  {
    types: ['AWS::Backup::BackupVault'],
    service: 'backup',
    actions: [
      'CreateBackupVault',
      'DescribeBackupVault',
      'PutBackupVaultLockConfiguration',
      'GetBackupVault*',
      'ListTags',
      ...tagging.slice(0, 2),
    ],
    resources: [arnOf('backup', `backup-vault:${backupVaultName(stage)}`)],
  },
  {
    types: ['AWS::Backup::BackupVault'],
    service: 'backup-storage',
    actions: ['MountCapsule'],
    resources: ['*'],
  },
  {
    types: ['AWS::Backup::BackupPlan', 'AWS::Backup::BackupSelection'],
    service: 'backup',
    actions: [
      ...['Create', 'Get', 'Update', 'Delete'].map((verb) => `${verb}BackupPlan`),
      ...['Create', 'Get', 'Delete'].map((verb) => `${verb}BackupSelection`),
      'ListTags',
      ...tagging.slice(0, 2),
    ],
    resources: [arnOf('backup', 'backup-plan:*')],
  },
];

const hostedZonesOf = ({ domain, portal }: StageSettings): readonly string[] => [
  ...new Set([domain, portal.domain].flatMap((each) => each?.hostedZone?.id ?? [])),
];

/** Returns the policy that covers a service. A single policy for all services would exceed IAM's size limit. */
const policyOf = ({ service }: Grant): string => {
  const data = ['backup', 'backup-storage', 'dynamodb', 'events', 'kms', 's3', 'scheduler', 'sns', 'sqs'];
  if (data.includes(service)) return 'DeployData';
  const edge = ['apigateway', 'cloudfront', 'route53', 'wafv2'];
  return edge.includes(service) ? 'DeployEdge' : 'DeployServices';
};

/** Returns the statements of the policies with which CloudFormation deploys a stage, by policy name. */
export const deployStatements = (
  stage: StageSettings,
): Readonly<Record<string, readonly PolicyStatement[]>> =>
  Object.fromEntries(
    [...Map.groupBy(deployGrants(stage), policyOf)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, grants]) => [name, grants.map(toStatement)]),
  );

/**
 * Actions that delete resources that cannot be recreated. They are denied on stages whose stores outlive their stack.
 * They do not include the deletion of backups: AWS Backup deletes expired backups with its own role, and the vault's
 * lock protects the others. They also do not include the deletion of bucket policies, which are deleted with their
 * stack.
 */
const irreplaceable = [
  'backup:DeleteBackupVault*',
  'dynamodb:DeleteTable',
  'kms:DisableKey',
  'kms:ScheduleKeyDeletion',
  's3:DeleteBucket',
];

/**
 * Returns the statements of the permissions boundary of a stage's roles. It also allows X-Ray, which functions use. It
 * denies deleting retained stores. It also denies all actions on resources named after another stage and on the
 * pipeline's buckets, which may be in the same account.
 */
export const stageBoundary = (stage: StageSettings): readonly PolicyStatement[] =>
  boundaryStatements(
    deployedStage(stage),
    deployGrants(stage),
    ['xray'],
    stage.storesOutliveStack ? irreplaceable : [],
    [
      ...stagesOf(undefined)
        .filter(({ name }) => name !== stage.name)
        .flatMap(namedResources),
      `arn:${Aws.PARTITION}:s3:::${deployedPipeline.prefix.toLowerCase()}-*`,
      assetsOf(deployedPipeline),
    ],
  );

/** Returns the ARNs of all resources whose names identify the stage, and of the stage's assets bucket. */
const namedResources = (stage: StageSettings): readonly string[] => {
  const { prefix, qualifier } = deployedStage(stage);
  const ownName = new RegExp(`${prefix}-|waypost-${stage.name}|/${qualifier}/`);
  return [
    ...new Set(
      deployGrants(stage).flatMap(({ resources }) => resources.filter((each) => ownName.test(each))),
    ),
    // Other applications subscribe to the bus with rules whose names are unknown.
    arnOf('events', `rule/${eventBusName(stage)}/*`),
    assetsOf(deployedStage(stage)),
  ];
};

const assetsOf = ({ qualifier }: Deployed): string => `arn:${Aws.PARTITION}:s3:::cdk-${qualifier}-*`;
