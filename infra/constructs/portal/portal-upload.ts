import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { uploadRole } from './upload-role.ts';

/** Built content of the portal. */
export interface PortalContent {
  /** Files shared by all stages. */
  readonly files: ISource;
  /** Returns the OpenAPI document of each service by name, for an API at this address. */
  openApiDocuments(api: string): Readonly<Record<string, object>>;
}

export interface PortalUploadProps {
  readonly stage: StageSettings;
  readonly content: PortalContent;
  readonly files: Bucket;
  readonly distribution: IDistribution;
  /** Address of the API, without a final slash. */
  readonly api: string;
}

/** Uploads changed files to the bucket in each deployment, and invalidates them in CloudFront. */
export class PortalUpload extends Construct {
  constructor(scope: Construct, id: string, { stage, content, files, distribution, api }: PortalUploadProps) {
    super(scope, id);
    const log = new LogGroup(this, 'Log', {
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const { role, readable } = uploadRole(this, 'Role', { files, distribution, log });
    const { tiles } = stage.portal;
    const described = Object.entries(content.openApiDocuments(api));
    new BucketDeployment(this, 'Files', {
      sources: [
        content.files,
        Source.jsonData('settings.json', { api, stage: stage.name, ...(tiles && { tiles }) }),
        ...described.map(([name, document]) => Source.jsonData(`openapi/${name}.json`, document)),
      ].map(readable),
      destinationBucket: files,
      distribution,
      role,
      logGroup: log,
      memoryLimit: 512,
    });
  }
}

/** Records why CDK's upload function, shared by a stack, runs on the runtime that CDK chose. */
export const acknowledgeUploader = (scope: Construct): void => {
  Validations.of(scope).acknowledge({
    id: 'AwsSolutions-L1',
    reason:
      "The function that unpacks the files is CDK's own, and so is the version of Python that it is written for.",
  });
};
