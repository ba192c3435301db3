import type { FromWorker, Packed, PackedWhole } from './function-messages.ts';
import { toldValues } from './told-values.ts';

const isWhole = (packed: Packed): packed is PackedWhole => Array.isArray(packed);

/** Packs what a worker says for its host. */
export const answerPacker = () => {
  let packed: Packed[] = [];
  const preludes = toldValues<string>((number, prelude) => {
    packed.push({ type: 'prelude-told', number, prelude });
  });
  return (messages: readonly FromWorker[]): readonly Packed[] => {
    packed = [];
    for (const message of messages) {
      packed.push(
        message.type === 'whole' ? [message.id, preludes(message.prelude), message.bytes] : message,
      );
    }
    return packed;
  };
};

/** Unpacks what a worker says, which it hands to `take`. */
export const answerUnpacker = (take: (message: FromWorker) => void) => {
  const preludes: string[] = [];
  return (packed: readonly Packed[]): void => {
    for (const each of packed) {
      if (isWhole(each))
        take({ type: 'whole', id: each[0], prelude: preludes[each[1]] ?? '', bytes: each[2] });
      else if (each.type === 'prelude-told') preludes[each.number] = each.prelude;
      else take(each);
    }
  };
};
