import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../../infra/operator/commands.ts';
import { keyOperator } from '../../support/key-operator.ts';
import { fileOf, serviceLine } from '../../support/networks/import-lines.ts';
import { aCapability, postOffices } from '../../support/networks/network-records.ts';
import { networkOf, publishNetwork } from '../../support/networks/publish-network.ts';
import { type StartedStage, startDeployedStage } from '../../support/stack/deployed-stage.ts';
import { runWaypost, startWaypost } from '../../support/stack/run-waypost.ts';
import { referenceOf, storedEnquiry, storeRows } from '../../support/tables/stored-enquiry.ts';

let stage: StartedStage;
beforeAll(async () => {
  stage = await startDeployedStage();
  const { embedded, bucket, dataDirectory } = stage.stack;
  await publishNetwork(bucket, networkOf(postOffices(3), [aCapability(1)]));
  const enquiries = { client: embedded.client, tableName: embedded.tables.enquiries };
  await storeRows(enquiries, [storedEnquiry(1), storedEnquiry(2)]);
  await writeFile(path.join(dataDirectory, 'services'), fileOf([serviceLine(7)]));
});
afterAll(() => stage.close());

/** A key and an enquiry that no other command has changed. */
interface Subject {
  readonly keyId: string;
  readonly referenceNumber: string;
}

const subjectOf = async (index: number): Promise<Subject> => {
  const request = { client: 'A partner', scopes: ['locations-v2' as const], plan: 'standard' as const };
  const { record } = await keyOperator(stage.stack.embedded).issue({ ...request, environment: 'test' });
  return { keyId: record.keyId, referenceNumber: referenceOf(index) };
};

const services = () => path.join(stage.stack.dataDirectory, 'services');

/** The arguments of each command, and its exit code unless 0. */
const commandLines: Record<string, { rest: (subject: Subject) => string[]; status?: number }> = {
  import: { rest: () => ['services', services(), '--dry-run'] },
  'import follow': { rest: () => ['locations/20261121T005810123Z-none.ndjson'], status: 1 },
  publish: { rest: () => ['--json'] },
  status: { rest: () => [] },
  verify: { rest: () => [] },
  'enquiries list': { rest: () => [] },
  'enquiries show': { rest: ({ referenceNumber }) => [referenceNumber] },
  'enquiries export': { rest: () => [] },
  'enquiries close': { rest: ({ referenceNumber }) => [referenceNumber] },
  'enquiries reopen': { rest: ({ referenceNumber }) => [referenceNumber] },
  'keys issue': { rest: () => ['--client', 'Another'] },
  'keys list': { rest: () => ['--client', 'A partner', '--status', 'EXPIRED'] },
  'keys show': { rest: ({ keyId }) => [keyId] },
  'keys rotate': { rest: ({ keyId }) => [keyId] },
  'keys expire': { rest: ({ keyId }) => [keyId, '--at', '2999-01-31'] },
  'keys revoke': { rest: ({ keyId }) => [keyId] },
  'keys audit': { rest: () => ['--client', 'Nobody'] },
  'keys sync': { rest: () => ['--check'] },
  redrive: { rest: () => [], status: 1 },
  restore: { rest: () => ['enquiries', '--from-table', 'nowhere'], status: 1 },
  completion: { rest: () => ['bash'] },
};

/** Masks what differs between runs: keys, their ids, which may have no digit, and times. */
const masked = (text: string): string => text.replaceAll(/\S*\d\S*|\b[a-z]{12}\b/g, '#');

describe('waypost in a process of its own', () => {
  it('is tested with every command', () => {
    expect(Object.keys(commandLines)).toEqual(commands.flatMap(({ name, load }) => (load ? name : [])));
  });

  it.each(Object.entries(commandLines))(
    'does the same as in a process that stays: %s',
    async (name, given) => {
      const { rest, status = 0 } = given;
      const endedBy = async (run: typeof runWaypost, subject: Subject) => {
        const ended = await run(
          [...name.split(' '), ...rest(subject), ...(name === 'completion' ? [] : ['--stage', 'dev'])],
          stage,
        );
        return { ...ended, stdout: masked(ended.stdout), stderr: masked(ended.stderr) };
      };
      const own = await endedBy((...command) => startWaypost(...command).ended, await subjectOf(1));
      expect(own.status, own.stderr).toBe(status);
      expect(await endedBy(runWaypost, await subjectOf(2))).toEqual(own);
    },
  );
});
