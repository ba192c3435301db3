import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routes } from '../../../../infra/routes/routes.ts';
import type { StageSettings } from '../../../../infra/stages/stage-settings.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import {
  batchPartition,
  overridePartitions,
} from '../../../../shared/data-access/location-changes/override-table.ts';
import { versionKeys } from '../../../../shared/data-access/publishing/manifest.ts';
import { manifestKey, overlayKey } from '../../../../shared/domain/publication/object-keys.ts';
import { workCentreFormatNames } from '../../../../shared/domain/publication/work-centre-export.ts';
import { externalDnsStage, fullStage } from '../../../support/templates/configured-stages.ts';
import { handlerOf } from '../../../support/templates/synthesised-api.ts';
import { permissionsOf } from '../../../support/templates/synthesised-permissions.ts';
import {
  resourcesOfType,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const lambdaFunction = z.object({ Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }) });

const grantsOf = (template: SynthesisedTemplate, functionId: string) => {
  const { Role } = lambdaFunction.parse(template.Resources[functionId]?.Properties);
  const permissions = permissionsOf(template, Role['Fn::GetAtt'][0]);
  return {
    permissions: permissions.filter((entry) => !/^(logs|xray):/.test(entry)),
    traces: permissions.filter((entry) => entry.startsWith('xray:')),
    logs: permissions.filter((entry) => entry.startsWith('logs:')),
  };
};

const catalogue = [
  `s3:GetObject Published/${manifestKey}`,
  's3:GetObject Published/versions/*',
  's3:ListBucket Published',
];
/** Permissions of operations that also show whether work centres accept parcels. */
const withAvailability = [`s3:GetObject Published/${overlayKey}`, ...catalogue];
/** Returns permissions for actions on items with a certain partition key in a table. */
const onItems = (table: string, partition: string, ...actions: string[]) =>
  actions.map(
    (action) => `dynamodb:${action} ${table} if dynamodb:LeadingKeys ForAllValues:StringEquals ${partition}`,
  );

/** Returns actions on the enquiries' key, which can be used only through DynamoDB. */
const enquiriesKey = (...actions: string[]) =>
  actions.map(
    (action) =>
      `kms:${action} TablesEnquiriesKey if kms:ViaService StringEquals dynamodb.AWS::Region.amazonaws.com`,
  );

/**
 * Adds the condition that a bucket is in the account. Bucket names are global, so another account could take the name
 * of a deleted bucket.
 */
const inOwnAccount = (permission: string): string =>
  permission.startsWith('s3:')
    ? `${permission} if aws:ResourceAccount StringEquals AWS::AccountId`
    : permission;

/** Returns the actions that Lambda needs to read the streams of tables. */
const onStreams = (...tables: string[]) => [
  'dynamodb:ListStreams *',
  ...tables.flatMap((table) =>
    ['DescribeStream', 'GetRecords', 'GetShardIterator'].map(
      (action) => `dynamodb:${action} ${table} stream`,
    ),
  ),
];
const onQueue = (queue: string, ...actions: string[]) =>
  ['GetQueueAttributes', 'GetQueueUrl', ...actions].map((action) => `sqs:${action} ${queue}`);

/** Expected permissions of each function, by handler. */
const granted: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    routes.filter(({ path }) => path.startsWith('/locations/')).map(({ handler }) => [handler, catalogue]),
  ),
  'functions/locations-v3/list-work-centres.ts': withAvailability,
  'functions/locations-v3/get-work-centre.ts': withAvailability,
  'functions/platform/report-availability.ts': [
    ...catalogue,
    `s3:GetObject Published/${overlayKey}`,
    `s3:PutObject Published/${overlayKey}`,
    ...onQueue('AvailabilityReportsEvents', 'ChangeMessageVisibility', 'DeleteMessage', 'ReceiveMessage'),
  ],
  'functions/bill-management-v1/list-biller-metadata.ts': onItems(
    'TablesBillers',
    'BILLER',
    'GetItem',
    'Query',
  ),
  'functions/bill-management-v1/list-bill-types.ts': onItems('TablesBillers', 'BILL_TYPE', 'Query'),
  'functions/bill-management-v1/get-biller-metadata-by-code.ts': onItems(
    'TablesBillers',
    'BILLER',
    'GetItem',
  ),
  'functions/bill-management-v1/validate-bill.ts': onItems('TablesBillers', 'BILLER', 'GetItem'),
  'functions/bill-management-v1/submit-enquiry.ts': [
    'dynamodb:GetItem TablesEnquiries',
    'dynamodb:PutItem TablesEnquiries',
    ...enquiriesKey('Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'),
  ],
  'functions/bill-management-v1/ping.ts': [],
  'functions/bill-management-v1/health.ts': [
    // Both tables are checked by reading an item that does not exist.
    ...onItems('TablesBillers', 'PROBE', 'GetItem'),
    ...onItems('TablesEnquiries', 'PROBE', 'GetItem'),
    ...enquiriesKey('Decrypt', 'DescribeKey'),
  ],
  'functions/platform/authorise-api-key.ts': [
    'dynamodb:GetItem TablesApiKeys',
    'dynamodb:UpdateItem TablesApiKeyUse',
  ],
  'functions/platform/announce-enquiries.ts': [
    // The function reads the table for operators. The table's key also encrypts its stream.
    'dynamodb:GetItem TablesEnquiries',
    ...onStreams('TablesEnquiries'),
    ...enquiriesKey('Decrypt', 'DescribeKey'),
    'events:PutEvents EnquiryEventsBus if events:source StringEquals waypost.enquiries',
    ...onQueue('EnquiryEventsUndelivered', 'SendMessage'),
  ],
  'functions/platform/watch-key-trail.ts': onStreams('TablesApiKeyEvents'),
  'functions/platform/import-file.ts': [
    ...['Billers', 'Capabilities', 'Locations'].map((table) => `dynamodb:BatchWriteItem Tables${table}`),
    'dynamodb:Query TablesBillers',
    ...onItems('TablesLocationChanges', JSON.stringify(overridePartitions), 'Query'),
    'dynamodb:Query TablesLocations',
    'dynamodb:Scan TablesCapabilities',
    // The function writes no import files and no versions.
    's3:GetObject Imports/*',
    's3:ListBucket Imports',
    's3:PutObject Imports/*.report.json',
    's3:GetObject Published/last-import.json',
    's3:PutObject Published/last-import.json',
    // The function compares availability reports with the network.
    ...catalogue,
    `s3:GetObject Published/${overlayKey}`,
    `s3:PutObject Published/${overlayKey}`,
    // Lambda polls the queue with the function's role.
    ...onQueue('ImportTriggersFiles', 'ChangeMessageVisibility', 'DeleteMessage', 'ReceiveMessage'),
  ],
  'functions/platform/publish-locations.ts': [
    'dynamodb:BatchGetItem TablesLocations',
    ...onItems('TablesBillers', 'PLACE', 'Query'),
    ...onItems('TablesBillers', 'HOLIDAY', 'Query'),
    ...onItems(
      'TablesLocationChanges',
      JSON.stringify([...overridePartitions, batchPartition]),
      'BatchGetItem',
      'Query',
    ),
    'dynamodb:Query TablesLocations',
    'dynamodb:Scan TablesCapabilities',
    // The function deletes only the files of obsolete versions.
    's3:DeleteObject Published/public/map/*',
    's3:DeleteObject Published/versions/*',
    's3:GetObject Published/last-import.json',
    's3:GetObject Published/public/key.json',
    's3:ListBucket Published',
    ...['lease.json', manifestKey, 'public/map/*', 'rollback.json', 'runs.json', 'versions/*'].flatMap(
      (key) => [`s3:GetObject Published/${key}`, `s3:PutObject Published/${key}`],
    ),
    // Lambda polls the streams and sends dead letters with the function's role.
    ...onStreams('TablesCapabilities', 'TablesLocationChanges', 'TablesLocations'),
    ...onQueue('PublicationTriggersUndelivered', 'SendMessage'),
  ],
  'functions/platform/refuse-method.ts': [],
  'functions/platform/refuse-path.ts': [],
};

describe.each([stages.dev, stages.prod])('the functions of $name (H10)', (stage) => {
  const { api, publishing } = synthesiseStage(stage);
  const functions = [api, publishing].flatMap((template) =>
    [...resourcesOfType(template, 'AWS::Lambda::Function').keys()].map((id) => ({
      template,
      id,
      handler: handlerOf(template, id),
    })),
  );

  it('are all listed', () => {
    expect(functions.map(({ handler }) => handler).toSorted()).toEqual(Object.keys(granted).toSorted());
  });

  it.each(functions)('have only the listed access: $handler', ({ template, id, handler }) => {
    const { permissions, logs, traces } = grantsOf(template, id);
    expect(permissions).toEqual(granted[handler]?.map(inOwnAccount).toSorted());
    const log = `${id.slice(0, -8)}Log`;
    expect(logs).toEqual([`logs:CreateLogStream ${log}`, `logs:PutLogEvents ${log}`]);
    // X-Ray's actions do not support resources.
    expect(traces).toEqual(stage.tracing ? ['xray:PutTelemetryRecords *', 'xray:PutTraceSegments *'] : []);
  });
});

describe('the functions (H10)', () => {
  it('write every file of a version to a folder that they may write to', () => {
    const { export: exportKey, changes, ...keys } = versionKeys('any');
    for (const key of [...Object.values(keys), changes(), ...workCentreFormatNames.map(exportKey)]) {
      expect(key).toMatch(/^(versions|public\/map)\//);
    }
  });

  it("let the publisher write outlet pages only on a stage that has them, with the stage's address", () => {
    const ofPublisher = (stage: StageSettings) => {
      const { publishing } = synthesiseStage(stage);
      const ids = [...resourcesOfType(publishing, 'AWS::Lambda::Function').keys()];
      const id = ids.find((each) => each.startsWith('PlatformPublishLocations')) ?? '';
      const hasAddress = JSON.stringify(publishing.Resources[id]).includes(
        '"OUTLETS_ORIGIN":"https://developers.',
      );
      return { hasAddress, permissions: grantsOf(publishing, id).permissions };
    };
    const pages = [
      's3:DeleteObject Published/public/outlets/*',
      's3:GetObject Published/outlets.json',
      's3:PutObject Published/outlets.json',
      's3:PutObject Published/public/outlets/*',
    ].map(inOwnAccount);
    expect(ofPublisher(fullStage)).toEqual({ hasAddress: true, permissions: expect.arrayContaining(pages) });
    for (const stage of [stages.prod, externalDnsStage]) {
      const { hasAddress, permissions } = ofPublisher(stage);
      expect([hasAddress, pages.filter((page) => permissions.includes(page))]).toEqual([false, []]);
    }
  });
});
