import { fileURLToPath } from 'node:url';
import { Duration, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { publicFolder } from '../../../shared/domain/publication/object-keys.ts';
import type { DomainSettings } from '../../stages/stage-settings.ts';
import type { PortalHeaders } from './portal-headers.ts';

const folderIndex = fileURLToPath(new URL('folder-index.js', import.meta.url));

export interface PortalDistributionProps {
  readonly files: IBucket;
  /** Publications bucket. Only its public objects are served. */
  readonly published: IBucket;
  readonly headers: PortalHeaders;
  readonly domain: DomainSettings | undefined;
}

/**
 * CloudFront distribution for the portal's files and each publication's public objects. The files are in a private
 * bucket that only this distribution may read.
 */
export class PortalDistribution extends Distribution {
  constructor(scope: Construct, id: string, { files, published, headers, domain }: PortalDistributionProps) {
    const origin = S3BucketOrigin.withOriginAccessControl(files);
    const index = new EdgeFunction(scope, `${id}FolderIndex`, {
      code: FunctionCode.fromFile({ filePath: folderIndex }),
      runtime: FunctionRuntime.JS_2_0,
      comment: 'Serves the index page of each folder',
    });
    // The bucket's policy, which is in another stack, does not name this distribution: see PublishedBucket.
    const access = new S3OriginAccessControl(scope, `${id}PublishedAccess`);
    const publicOrigin = S3BucketOrigin.withBucketDefaults(published, {
      originPath: `/${publicFolder.slice(0, -1)}`,
      originAccessControlId: access.originAccessControlId,
    });
    const behaviour = (
      responseHeadersPolicy: ResponseHeadersPolicy,
      changed: Partial<BehaviorOptions> = {},
    ): BehaviorOptions => ({
      origin,
      responseHeadersPolicy,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [{ function: index, eventType: FunctionEventType.VIEWER_REQUEST }],
      ...changed,
    });
    super(scope, id, {
      comment: 'Waypost developer portal',
      defaultRootObject: 'index.html',
      defaultBehavior: behaviour(headers.pages),
      additionalBehaviors: {
        'assets/*': behaviour(headers.assets),
        'locator/embed/*': behaviour(headers.embed),
        'locator/*': behaviour(headers.locator),
        'waypost-picker.js': behaviour(headers.picker),
        // Not cached for long, because the key can be replaced at any time.
        'key.json': behaviour(headers.pages, {
          origin: publicOrigin,
          cachePolicy: CachePolicy.CACHING_DISABLED,
        }),
        'map/current.json': behaviour(headers.pages, { origin: publicOrigin }),
        'map/*': behaviour(headers.assets, { origin: publicOrigin }),
        'outlets/*': behaviour(headers.outlets, { origin: publicOrigin }),
      },
      // S3 returns 403 instead of 404 for missing objects, because CloudFront may not list the bucket.
      errorResponses: [403, 404].map((httpStatus) => ({
        httpStatus,
        responseHttpStatus: 404,
        responsePagePath: '/404.html',
        ttl: Duration.minutes(1),
      })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domain && {
        domainNames: [domain.name],
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        certificate: Certificate.fromCertificateArn(scope, `${id}Certificate`, domain.certificateArn),
      }),
    });
    Validations.of(this).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'The documentation is public in every country.' },
      {
        id: 'AwsSolutions-CFR2',
        reason: 'It serves only public files. The API has its own firewall.',
      },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          "Logs would have each visitor's address. CloudFront's metrics show requests and errors without it. Logs without addresses (standard logging v2) can only be set up in us-east-1.",
      },
    );
    if (!domain)
      Validations.of(this).acknowledge({
        id: 'AwsSolutions-CFR4',
        reason:
          "CloudFront's own domain always accepts TLS 1.0. A stage with its own domain accepts only 1.2 and 1.3.",
      });
  }
}
