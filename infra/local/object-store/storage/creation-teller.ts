import { type Creation, nextSequencer } from './creation.ts';
import type { KeyedLock } from './keyed-lock.ts';
import type { ObjectRecords } from './object-records.ts';
import type { CreatedObject, StoredObject } from './stored-object.ts';

/** Is told of an object before the client that created it is answered. */
export type TellOfCreated = (created: CreatedObject) => Promise<void>;

/** Tells of the objects that are created in one bucket. */
export interface CreationTeller {
  /** Adds to an object how it was created, where somebody is to be told. */
  toBeTold(object: StoredObject, creation: Creation): StoredObject;
  /** Tells of an object, unless that was done, and records that it was. Its key's lock must be held. */
  tellOf(object: StoredObject): Promise<StoredObject>;
  /**
   * Has every object that is created from now on told, after those that an earlier process created and did not tell.
   * What is told twice, because the process ended in between, is told with the same words.
   */
  tellOfCreated(tell: TellOfCreated): Promise<void>;
}

/** Tells nobody until tellOfCreated says whom. */
export const creationTeller = (records: ObjectRecords, oneAtATime: KeyedLock): CreationTeller => {
  let tell: TellOfCreated | undefined;

  const tellOf = async ({ untold, ...object }: StoredObject): Promise<StoredObject> => {
    if (untold === undefined || tell === undefined) return { ...object };
    await tell({ ...object, untold });
    await records.replace(object);
    return object;
  };

  return {
    tellOf,
    toBeTold: (object, creation) =>
      tell ? { ...object, untold: { ...creation, sequencer: nextSequencer() } } : object,
    tellOfCreated: async (told) => {
      tell = told;
      for (const { key } of records.untold()) {
        await oneAtATime(key, async () => {
          const object = records.find(key);
          if (object !== undefined) await tellOf(object);
        });
      }
    },
  };
};
