import { DynamoDBStreamsClient, type DynamoDBStreamsClientConfig } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { storeClientLimits } from '../../../shared/data-access/clients.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { DeadLetters } from '../dead-letters/dead-letters.ts';
import { openState } from '../files/durable-state.ts';
import type { FunctionHost } from '../functions/function-host.ts';
import type { DeployedEventSource } from '../template/events.ts';
import { followSource, openSource } from './event-source.ts';
import { deliveredPositions, type StreamPosition } from './stream-position.ts';

/** Milliseconds after which a store that hangs is asked anew. */
const requestTimeout = 2_000;
/** Whoever follows a stream comes back in any case. */
const maxAttempts = 2;

export interface EventSourceSettings {
  readonly eventSources: readonly DeployedEventSource[];
  /** Where it is kept how far they were delivered. */
  readonly file: string;
  /** Where DynamoDB and its streams are. */
  readonly place: Required<Pick<DynamoDBStreamsClientConfig, 'endpoint' | 'region' | 'credentials'>>;
  readonly documents: DynamoDBDocumentClient;
  readonly functions: Pick<FunctionHost, 'invoke'>;
  readonly deadLetters: DeadLetters;
  readonly log: (line: string) => void;
  readonly clock?: Clock;
}

export interface RunningEventSources {
  /** Ends it. A batch that is under way is not waited for: it is delivered at the next start. */
  close(): Promise<void>;
}

/**
 * Hands the changes of tables to functions from now on, those included that came since it was last done on this file.
 * Throws DamagedState, UnreadableFile, TableWithoutStream.
 */
export const startEventSources = async (settings: EventSourceSettings): Promise<RunningEventSources> => {
  const { eventSources, file, place, documents, functions, deadLetters, log, clock = systemClock } = settings;
  const delivered = await openState(file, deliveredPositions, {});
  const limits = storeClientLimits({ requestTimeout, attempts: maxAttempts });
  const streams = new DynamoDBStreamsClient({ ...place, ...limits });
  const closing = new AbortController();
  const means = { functions, deadLetters, log, clock, stop: closing.signal };
  const close = async () => {
    closing.abort();
    await Promise.all([delivered.settled(), deadLetters.settled()]);
    streams.destroy();
  };

  const keep = async (name: string, position: StreamPosition) => {
    const write = delivered.change({ ...delivered.current(), [name]: position });
    await write.catch((error: unknown) => log(`How far ${name} was delivered is not kept: ${error}`));
  };
  try {
    for (const source of eventSources.filter(({ enabled }) => enabled)) {
      const reader = await openSource({ documents, streams }, source, delivered.current()[source.name]);
      await keep(source.name, reader.position());
      void followSource(source, reader, means, (position) => keep(source.name, position));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
};
