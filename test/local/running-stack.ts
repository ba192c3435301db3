import { S3Client } from '@aws-sdk/client-s3';
import { expect, inject } from 'vitest';
import { readStackFile } from '../../infra/local/data-directory/stack-file.ts';
import { documentClient } from '../../shared/data-access/clients.ts';
import { runWaypost } from '../support/stack/run-waypost.ts';
import { startStackProcess } from '../support/stack/stack-process.ts';

/** Starts a stack without the sample, from the assembly of the stack that all tests share. */
export const startStack = (dataDirectory: string) =>
  startStackProcess({ dataDirectory, assemblyOf: inject('sharedStack').dataDirectory });

/** Reads the stack file. Throws if no stack runs on the data directory. */
export const describedStack = async (dataDirectory: string) => {
  const stack = await readStackFile(dataDirectory);
  if (!stack) throw new Error(`no stack runs on ${dataDirectory}`);
  return stack;
};

/** Opens the stores of a running stack as its owner. */
export const openStores = async (dataDirectory: string) => {
  const stack = await describedStack(dataDirectory);
  const { dynamoDbEndpoint, objectStoreEndpoint, region, credentials } = stack;
  const documents = documentClient({ endpoint: dynamoDbEndpoint, region, credentials });
  const s3 = new S3Client({ endpoint: objectStoreEndpoint, region, credentials, forcePathStyle: true });
  const close = () => {
    documents.destroy();
    s3.destroy();
  };
  return { ...stack, documents, s3, [Symbol.dispose]: close };
};

/** Issues a key of a client called A partner, unless the options name another, and returns it. */
export const issueKey = async (dataDirectory: string, ...options: readonly string[]): Promise<string> => {
  const command = ['keys', 'issue', '--client', 'A partner', ...options, '--data-dir', dataDirectory];
  const { status, stdout, stderr } = await runWaypost(command);
  expect(status, stderr).toBe(0);
  return stdout.trim();
};
