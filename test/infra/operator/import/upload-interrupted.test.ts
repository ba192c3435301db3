import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../support/faults/fault-proxy.ts';
import { type DeployedStage, deployedStage } from '../../../support/stack/deployed-stage.ts';
import { type OperatorStack, startOperatorStack } from '../../../support/stack/operator-stack.ts';
import { startWaypost } from '../../../support/stack/run-waypost.ts';

let stack: OperatorStack;
let stage: DeployedStage;
let proxy: FaultProxy;
beforeAll(async () => {
  stack = await startOperatorStack();
  stage = await deployedStage(stack);
  proxy = await startFaultProxy(stage.environment.AWS_ENDPOINT_URL_S3 ?? '');
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  stage.close();
  await stack.close();
});

const startUpload = () =>
  startWaypost(['import', 'billers', '-', '--stage', 'dev'], {
    input: '{}\n',
    environment: { ...stage.environment, AWS_ENDPOINT_URL_S3: proxy.endpoint },
  });

/** The key that the command line says how to follow. */
const keyToFollow = (stderr: string): string =>
  / to see: waypost import follow (?<key>\S+) --stage dev\n$/.exec(stderr)?.groups?.key ?? '';

const isThere = async (key: string): Promise<boolean> => {
  const { client, bucket } = stack.bucket.imports;
  return client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })).then(
    () => true,
    () => false,
  );
};

const isPut = ({ operation }: { readonly operation: string }) => operation === 'PutObject';

describe('an upload that is interrupted after its last request', () => {
  it('says that the file may be there, and how to see it, where it is not', async () => {
    proxy.pass();
    proxy.inject({ kind: 'hang' }, { when: isPut });
    const arrived = proxy.next(isPut);
    const running = startUpload();
    await arrived;
    running.interrupt();
    const { status, stdout, stderr } = await running.ended;
    expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
    expect(stderr).toContain('interrupted: the upload was not confirmed. If the file is there anyway');
    expect(keyToFollow(stderr)).toMatch(/^billers\//);
    expect(await isThere(keyToFollow(stderr))).toBe(false);
  });

  it('says the same where it is', async () => {
    proxy.pass();
    proxy.inject({ kind: 'lose answer' }, { when: isPut, times: 1 });
    proxy.inject({ kind: 'hang' }, { when: isPut });
    const first = proxy.next(isPut);
    const running = startUpload();
    await first;
    // The client asks again once the answer is lost: by then the store has the file.
    await proxy.next(isPut);
    running.interrupt();
    const { status, stderr } = await running.ended;
    expect(status).toBe(130);
    expect(await isThere(keyToFollow(stderr))).toBe(true);
  });
});
