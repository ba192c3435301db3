import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { deployedHandlers } from '../../infra/stacks/stage-stacks.ts';
import { createKeyToken } from '../../shared/domain/access/key-token.ts';
import { basePathOf, services } from '../../shared/domain/access/service.ts';
import { bareEnvironment } from '../support/processes/bare-environment.ts';

const run = promisify(execFile);
const bundleProcess = fileURLToPath(new URL('../support/processes/bundle-process.ts', import.meta.url));
const stacks = ['Waypost-Local-Api', 'Waypost-Local-Publishing'];
let directory = '';

/** Runs the app like `npm start`, and returns its output on both streams. */
const synthesise = async (): Promise<string> => {
  const { stdout, stderr } = await run(process.execPath, ['infra/app.ts'], {
    env: {
      ...bareEnvironment(),
      CDK_OUTDIR: directory,
      CDK_CONTEXT_JSON: JSON.stringify({ stage: 'local' }),
    },
  });
  return stdout + stderr;
};

const lambdaFunction = z.object({
  Code: z.object({ S3Key: z.string() }),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});
const template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.unknown() })),
});

/** Returns the functions of the assembly with their code folders and environment variables. */
const deployedFunctions = async () => {
  const texts = await Promise.all(
    stacks.map((stack) => readFile(join(directory, `${stack}.template.json`), 'utf8')),
  );
  return texts
    .flatMap((text) => Object.entries(template.parse(JSON.parse(text)).Resources))
    .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
    .map(([id, { Properties }]) => {
      const { Code, Environment } = lambdaFunction.parse(Properties);
      const variables: Record<string, string> = {};
      for (const [name, value] of Object.entries(Environment.Variables))
        variables[name] = typeof value === 'string' ? value : 'a-store';
      return { id, codeDirectory: `asset.${Code.S3Key.replace(/\.zip$/, '')}`, variables };
    });
};
type DeployedFunction = Awaited<ReturnType<typeof deployedFunctions>>[number];

/** Variables that Lambda sets, with endpoints of stores that refuse every connection. */
const runtimeVariables = {
  AWS_REGION: 'eu-west-1',
  AWS_LAMBDA_FUNCTION_NAME: 'test',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
  AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
  AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
};

const bundleOf = ({ codeDirectory }: DeployedFunction): string => join(directory, codeDirectory, 'index.cjs');

/** An event that is valid for every operation, for the authoriser and for the publisher. */
const anyRequest = {
  pathParameters: {
    postcode: '3000',
    work_centre_id: '1',
    delivery_point_id: '1',
    location_code: '1_PO',
    points_type: 'PO',
    longitude: '144.9',
    latitude: '-37.8',
    service_codes: '1',
    code: '1',
    id: '1_PO',
  },
  body: JSON.stringify({
    firstname: 'A',
    lastname: 'B',
    email: 'a@example.org',
    enquiryDetails: 'none',
    enquiryType: 'none',
    biller: null,
    billId: null,
    billerCode: '1',
    reference: '1',
  }),
  multiValueQueryStringParameters: { q: ['a'] },
  requestContext: {
    requestId: 'a-request',
    authorizer: { client: 'a client', keyId: 'a-key', scopes: services.join(',') },
  },
  methodArn: 'arn:aws:execute-api:eu-west-1:000000000000:api/local/GET/',
  multiValueHeaders: { 'AUTH-KEY': [createKeyToken('test', randomBytes).token] },
  reason: 'a test',
};

const filePut = {
  source: 'aws.s3',
  'detail-type': 'Object Created',
  detail: { object: { key: 'locations/spring.ndjson', etag: 'an-etag', sequencer: '01' } },
};

const report = {
  messageId: 'one',
  attributes: { SentTimestamp: String(Date.now()) },
  body: JSON.stringify({
    'detail-type': 'AvailabilityReported',
    time: new Date().toISOString(),
    detail: { rows: [{ location_code: '310077_UPL', accepting: true }] },
  }),
};

/** Returns an event that the function accepts, so that it accesses its stores. */
const eventFor = ({ id }: DeployedFunction): object => {
  if (id.startsWith('PlatformImport')) return { Records: [{ body: JSON.stringify(filePut) }] };
  if (id.startsWith('PlatformReport')) return { Records: [report] };
  if (id.startsWith('PlatformWatch')) return { Records: [] };
  if (id.startsWith('PlatformAnnounce')) return { referenceNumbers: ['0000-0000-00000'] };
  const service = services.find((each) => id.toLowerCase().startsWith(each.replace('-', '')));
  return { ...anyRequest, resource: service ? `${basePathOf[service]}/` : '/' };
};

const bundleOutput = z.object({
  outcome: z.union([z.object({ result: z.unknown() }), z.object({ error: z.string() })]),
});

/**
 * Runs a bundle in a process that has only the variables in its template, and sends it an event. Returns the outcome.
 */
const start = async (deployed: DeployedFunction) => {
  const { stdout, stderr } = await run(
    process.execPath,
    [bundleProcess, bundleOf(deployed), JSON.stringify(eventFor(deployed))],
    { env: { ...runtimeVariables, ...deployed.variables } },
  );
  const { outcome } = bundleOutput.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  const error = 'error' in outcome ? outcome.error : undefined;
  return { id: deployed.id, output: stdout + stderr, outcome, error };
};

let output = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waypost-app-'));
  output = await synthesise();
}, 180_000);
afterAll(() => rm(directory, { recursive: true }));

describe('the app', () => {
  it('synthesises the stacks of the requested stage without output', async () => {
    expect(output).toBe('');
    const files = await readdir(directory);
    expect(files.filter((name) => name.endsWith('.template.json'))).toEqual(
      expect.arrayContaining(stacks.map((stack) => `${stack}.template.json`)),
    );
  });
});

describe('the bundles', () => {
  it('handle a request when only the variables in their template are set', async () => {
    const functions = await deployedFunctions();
    expect(functions.length).toBe(deployedHandlers.length);
    for (const started of await Promise.all(functions.map(start))) {
      expect(started.output, started.id).not.toContain('InvalidSetting');
      // The only possible error is that the stores refuse every connection.
      expect([undefined, 'StoreUnavailable'], started.id).toContain(started.error?.split(':')[0]);
      if (!/Refuse|Ping|Watch/.test(started.id))
        expect(started.output, started.id).toContain('StoreUnavailable');
      // A request that is rejected as invalid would not have reached the settings.
      expect(JSON.stringify(started.outcome), started.id).not.toContain('"statusCode":400');
    }
  });

  it('fail if a variable in their template is missing, which the test above relies on', async () => {
    const [reader] = (await deployedFunctions()).filter(({ variables }) => 'PUBLISHED_BUCKET' in variables);
    expect(reader).toBeDefined();
    if (!reader) return;
    const { PUBLISHED_BUCKET: _, ...variables } = reader.variables;
    expect((await start({ ...reader, variables })).output).toContain('InvalidSetting');
  });
});
