import { Readable } from 'node:stream';
import type { StreamedInvocation } from './function-host.ts';
import type { FromWorker, ToWorker } from './function-messages.ts';

/** What is said back to the worker of one invocation. */
type Said =
  | Omit<Extract<ToWorker, { type: 'taken' }>, 'id'>
  | Omit<Extract<ToWorker, { type: 'abandoned' }>, 'id'>;

interface Receiver {
  /** Says something of the invocation, to no effect once it is over. */
  readonly say: (said: Said) => void;
  /** Told what the invocation has come to; once more, to no effect, where its body fails later. */
  readonly resolve: (invocation: StreamedInvocation) => void;
}

type Part = Extract<FromWorker, { type: 'piece' | 'end' | 'failed' }>;

/** The body of an answer whose parts come as the function makes them. */
const arrivingBody = ({ say }: Receiver) => {
  let untakenLength = 0;
  const body = new Readable({
    read: () => {
      if (untakenLength > 0) say({ type: 'taken', length: untakenLength });
      untakenLength = 0;
    },
    destroy: (error, done) => {
      say({ type: 'abandoned' });
      done(error);
    },
  });
  // Where nobody took the body yet, its failure is told by the invocation itself.
  body.on('error', () => undefined);
  const take = (part: Part) => {
    if (part.type === 'failed') body.destroy(new Error(part.errorMessage));
    else if (part.type === 'end') body.push(null);
    else if (body.push(part.bytes, 'latin1')) say({ type: 'taken', length: part.bytes.length });
    else untakenLength += part.bytes.length;
  };
  return { body, take };
};

/** A function that says neither status nor headers has answered nothing, whatever it wrote. */
const neverBegan: StreamedInvocation = {
  kind: 'failed',
  errorType: 'Runtime.NoPrelude',
  errorMessage: 'the function ended its answer without status and headers',
};

/** Takes what a worker tells of a streaming invocation, in its order. */
export const receivedAnswer = (receiver: Receiver): ((message: FromWorker) => void) => {
  let arriving: ReturnType<typeof arrivingBody> | undefined;
  return (message) => {
    switch (message.type) {
      case 'whole':
        receiver.resolve({ kind: 'whole', prelude: message.prelude, bytes: message.bytes });
        break;
      case 'prelude':
        arriving = arrivingBody(receiver);
        receiver.resolve({ kind: 'streaming', prelude: message.json, body: arriving.body });
        break;
      case 'failed':
        receiver.resolve({ ...message, kind: 'failed' });
        arriving?.take(message);
        break;
      case 'end':
        if (arriving === undefined) receiver.resolve(neverBegan);
        arriving?.take(message);
        break;
      case 'piece':
        arriving?.take(message);
        break;
      default:
    }
  };
};
