import { fork } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { PlacedRequest } from '../portal/samples/placed-requests.ts';
import { answerId, type RecordedAnswer } from '../portal/samples/recorded-answers.ts';
import { type Recorded, type Recording, recorded } from './recording.ts';
import { prepareSample } from './sample-directory.ts';
import { stableAnswer, stableVersion } from './stable-answer.ts';

/** The process with the stack ended without answers. The message has its error output. */
class RecordingFailed extends Error {
  override readonly name = 'RecordingFailed';
}

/**
 * Sends requests in their order to a new local stack with the sample network, whose clock stands still. Returns their
 * answers by id, with everything that differs between two recordings replaced. Throws RecordingFailed.
 */
export const recordAnswers = async (
  requests: readonly PlacedRequest[],
): Promise<ReadonlyMap<string, RecordedAnswer>> => {
  const distinct = [...new Map(requests.map((each) => [answerId(each), each]))];
  if (distinct.length === 0) return new Map();
  const sent = distinct.map(([, { call, key }]) => {
    const { method, path, headers, body } = call;
    return { method, path, headers, body, key };
  });
  const { version, answers } = await sendToNewStack(sent);
  return new Map(
    distinct.map(([id, request], index) => {
      const answer = answers[index];
      if (!answer) throw new RecordingFailed(`there is no answer to ${request.call.path}`);
      return [id, stableAnswer(request, answer, { id, version })];
    }),
  );
};

const sendToNewStack = async (requests: Recording['requests']): Promise<Recorded> => {
  const sample = await prepareSample((dataDirectory) =>
    runStack({ dataDirectory, stableVersion, requests: [] }),
  );
  const dataDirectory = await mkdtemp(join(tmpdir(), 'waypost-answers-'));
  try {
    await cp(sample, dataDirectory, { recursive: true });
    return await runStack({ dataDirectory, stableVersion, requests });
  } finally {
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** Runs a stack on a data directory until it has responded to all requests. */
const runStack = async (recording: Recording): Promise<Recorded> => {
  const stack = fork(fileURLToPath(new URL('recording-stack.ts', import.meta.url)), {
    execArgv: ['--import', new URL('fixed-clock.ts', import.meta.url).href],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const printed = stack.stderr ? text(stack.stderr) : Promise.resolve('');
  let answers: unknown;
  stack.on('message', (message) => {
    answers = message;
  });
  const ended = new Promise((resolve) => stack.once('exit', resolve));
  stack.send(recording);
  await ended;
  if (answers === undefined) throw new RecordingFailed(`the answers were not recorded: ${await printed}`);
  return recorded.parse(answers);
};
