import type { FromWorker, Packed, PackedWhole } from './function-messages.ts';
import { toldValues } from './told-values.ts';

const isWhole = (packed: Packed): packed is PackedWhole => Array.isArray(packed);

/** Packs what a worker says for its host. */
export const answerPacker = () => {
  const told: Packed[] = [];
  const preludes = toldValues<string>((number, prelude) => {
    told.push({ type: 'prelude-told', number, prelude });
  });
  const pack = (message: FromWorker): readonly Packed[] => {
    if (message.type !== 'whole') return [message];
    const whole: PackedWhole = [message.id, preludes(message.prelude), message.bytes];
    // A prelude is told before the answer that names it.
    return [...told.splice(0), whole];
  };
  return (messages: readonly FromWorker[]): readonly Packed[] => messages.flatMap(pack);
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
