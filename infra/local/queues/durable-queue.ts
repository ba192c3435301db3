import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { removeIfThere, replaceFile, syncDirectory } from '../files/durable-file.ts';
import { loadMessages, messageFileName } from './load-messages.ts';
import type { QueueMessage, SentMessage } from './queue-message.ts';

/** SQS drops what repeats a message that was sent so short a time ago. */
const deduplicationMilliseconds = 5 * 60_000;

/**
 * A FIFO queue in a folder, a file for each message. What it has resolved to outlasts a kill and a loss of power, all but
 * the memory of messages that were removed: what repeats one of these is dropped by the process that knew it alone.
 */
export interface DurableQueue {
  /** Puts a message behind those of its group, unless it repeats another. Rejects where the disk does not take it. */
  send(message: SentMessage): Promise<void>;
  /** The groups that have messages. */
  groups(): readonly string[];
  /** The oldest message of a group. */
  first(groupId: string): QueueMessage | undefined;
  /** Writes a message down as handed out once more, or, where that came to nothing, once less. */
  count(message: QueueMessage, change: 1 | -1): Promise<QueueMessage>;
  remove(message: QueueMessage): Promise<void>;
  /** Calls back with its group when a message was sent. */
  onSent(listener: (groupId: string) => void): void;
}

/** Opens the queue in a folder, making it where it is missing. Throws DamagedState. */
export const openQueue = async (directory: string, clock: Pick<Clock, 'now'>): Promise<DurableQueue> => {
  const loaded = await loadMessages(directory);
  const messages = new Map(loaded.map((message) => [message.sequenceNumber, message]));
  const sentAt = new Map(loaded.map((message) => [message.deduplicationId, message.sentAt]));
  const listeners: ((groupId: string) => void)[] = [];
  let lastNumber = Number(loaded.at(-1)?.sequenceNumber ?? 0);

  const fileOf = (message: QueueMessage) => join(directory, messageFileName(message));
  const write = (message: QueueMessage) =>
    replaceFile(fileOf(message), JSON.stringify(message), () =>
      messages.set(message.sequenceNumber, message),
    );
  const nextNumber = (): string => {
    // Also greater than those of messages that are gone, unless the clock was set back.
    lastNumber = Math.max(lastNumber + 1, clock.now() * 1_000);
    return String(lastNumber).padStart(20, '0');
  };
  const repeats = ({ deduplicationId }: SentMessage, now: number): boolean => {
    for (const [id, at] of sentAt) if (now - at >= deduplicationMilliseconds) sentAt.delete(id);
    return sentAt.has(deduplicationId);
  };
  const ofGroup = (groupId: string) => [...messages.values()].filter((each) => each.groupId === groupId);

  return {
    send: async (sent) => {
      const now = clock.now();
      if (repeats(sent, now)) return;
      sentAt.set(sent.deduplicationId, now);
      const numbers = { messageId: randomUUID(), sequenceNumber: nextNumber(), sentAt: now, receiveCount: 0 };
      try {
        await write({ ...numbers, ...sent });
      } catch (error) {
        sentAt.delete(sent.deduplicationId);
        throw error;
      }
      for (const listener of listeners) listener(sent.groupId);
    },
    groups: () => [...new Set([...messages.values()].map(({ groupId }) => groupId))],
    first: (groupId) =>
      ofGroup(groupId).sort((one, other) => (one.sequenceNumber < other.sequenceNumber ? -1 : 1))[0],
    count: async (message, change) => {
      const counted = {
        ...message,
        receiveCount: message.receiveCount + change,
        firstReceivedAt: message.firstReceivedAt ?? clock.now(),
      };
      await write(counted);
      return counted;
    },
    remove: async (message) => {
      await removeIfThere(fileOf(message));
      messages.delete(message.sequenceNumber);
      await syncDirectory(directory);
    },
    onSent: (listener) => {
      listeners.push(listener);
    },
  };
};
