import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { PortalUpload } from '../../../../infra/constructs/portal/portal-upload.ts';
import { portalSettings } from '../../../../infra/portal/settings.ts';
import type { StageSettings } from '../../../../infra/stages/stage-settings.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import {
  parseTemplate,
  resourcesOfType,
  unbuiltPortal,
} from '../../../support/templates/synthesised-stage.ts';

const upload = (stage: StageSettings, apiOf: (stack: Stack) => string = () => 'https://api.example.org') => {
  const app = new App({ analyticsReporting: false, builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Test');
  const files = new Bucket(stack, 'Files');
  const distribution = new Distribution(stack, 'Distribution', {
    defaultBehavior: { origin: S3BucketOrigin.withOriginAccessControl(files) },
  });
  const api = apiOf(stack);
  new PortalUpload(stack, 'Upload', { stage, content: unbuiltPortal, files, distribution, api });
  const assembly = app.synth();
  const template = parseTemplate(assembly.getStackByName('Test').template);
  const deployments = [...resourcesOfType(template, 'Custom::CDKBucketDeployment')];
  const [assets, ...others] = deployments.map(([, { Properties }]) => Properties);
  const deployment = others.pop() ?? {};
  const fileNamed = (name: string): string => {
    const [found = ''] = globSync(`asset.*/${name}`, { cwd: assembly.directory });
    return readFileSync(join(assembly.directory, found), 'utf8');
  };
  return { deployments, assets, typed: others, deployment, fileNamed };
};

const basemap = {
  kind: 'style',
  url: 'https://maps.example.org/style.json',
  attribution: 'Somebody',
} as const;

const addresses = {
  contact: 'api@post.example',
  support: 'https://post.example/support',
  status: 'https://status.post.example',
};
const domain = {
  name: 'developers.example.org',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b',
};

describe("the portal's upload", () => {
  const { deployments, assets, typed, deployment, fileNamed } = upload({
    ...stages.prod,
    portal: { basemap: { ...basemap, origins: ['https://fonts.example.org'] }, ...addresses },
  });

  it("writes the API's address, the stage and the portal's settings to the settings file of the pages", () => {
    expect(portalSettings.parse(JSON.parse(fileNamed('settings.json')))).toEqual({
      api: 'https://api.example.org',
      stage: 'prod',
      basemap,
      ...addresses,
    });
  });

  it("writes the portal's address to the files for search engines, which may list only prod", () => {
    expect(fileNamed('robots.txt')).toMatch(/^Allow: \/\nSitemap: https:\/\/<<marker:.+>>\/sitemap.xml$/);
    const dev = upload({ ...stages.dev, portal: { domain } });
    expect(dev.fileNamed('robots.txt')).toBe(
      `Disallow: /\nSitemap: https://developers.example.org/sitemap.xml`,
    );
    const prod = upload({ ...stages.prod, portal: { domain, outletPages: true } });
    expect(prod.fileNamed('robots.txt')).toBe(
      `Allow: /\nSitemap: https://developers.example.org/sitemap.xml and outlets`,
    );
    // Pages reject unknown settings.
    expect(portalSettings.parse(JSON.parse(prod.fileNamed('settings.json')))).toEqual({
      api: 'https://api.example.org',
      stage: 'prod',
    });
  });

  it("writes the stage's contacts to the files that contain them", () => {
    expect(fileNamed('llms.txt')).toBe(`Ask ${addresses.contact}`);
    expect(upload(stages.dev).fileNamed('llms.txt')).toBe('Ask nobody');
  });

  it("writes the OpenAPI documents with the API's address", () => {
    expect(JSON.parse(fileNamed('openapi/locations-v3.json'))).toEqual({
      servers: [{ url: 'https://api.example.org/locations/v3' }],
    });
  });

  it('uploads pages, deletes old pages, and invalidates the CloudFront cache without waiting for it', () => {
    expect(fileNamed('index.html')).toBe('the portal');
    expect(deployment).toMatchObject({
      Prune: true,
      Exclude: ['assets/*', '*.md', '*.txt'],
      WaitForDistributionInvalidation: false,
      DistributionId: expect.anything(),
    });
  });

  it('uploads assets before the pages, lets browsers keep them, and never deletes them', () => {
    expect(assets).toMatchObject({
      Prune: false,
      Exclude: ['*'],
      Include: ['assets/*'],
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
    const [pages, ...before] = deployments.toReversed();
    expect(pages?.[1].DependsOn).toEqual(expect.arrayContaining(before.map(([id]) => id)));
  });

  it('uploads Markdown and plain text with their charset', () => {
    expect(typed).toMatchObject([
      { Include: ['*.md'], SystemMetadata: { 'content-type': 'text/markdown; charset=utf-8' } },
      { Include: ['*.txt'], SystemMetadata: { 'content-type': 'text/plain; charset=utf-8' } },
    ]);
    for (const properties of typed) expect(properties).toMatchObject({ Prune: true, Exclude: ['*'] });
  });
});

const { deployment, fileNamed } = upload(stages.dev, ({ region }) => `https://api.${region}.example.org`);

it('inserts an address known only at deployment into the settings and OpenAPI documents', () => {
  const [, marker = ''] = /"https:\/\/api\.(<<.+?>>)\.example\.org"/.exec(fileNamed('settings.json')) ?? [];
  expect(deployment.SourceMarkers).toEqual([
    {},
    { [marker]: { Ref: 'AWS::Region' } },
    expect.anything(),
    expect.anything(),
  ]);
  expect(fileNamed('openapi/locations-v3.json')).toContain(`https://api.${marker}.example.org/locations/v3`);
});
