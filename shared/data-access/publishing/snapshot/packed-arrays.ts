import { DamagedPublication } from '../damaged-publication.ts';

/** Element types of a snapshot's arrays. */
export const arrayTypes = ['Uint8', 'Uint16', 'Uint32', 'Float32', 'Float64'] as const;
type ArrayType = (typeof arrayTypes)[number];

export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** Name, element type and length of a packed array. */
export interface ArrayDescription {
  readonly name: string;
  readonly type: ArrayType;
  readonly length: number;
}

interface NumberArrayKind {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, from: number, length: number): NumberArray;
}

const kinds: Readonly<Record<ArrayType, NumberArrayKind>> = {
  Uint8: Uint8Array,
  Uint16: Uint16Array,
  Uint32: Uint32Array,
  Float32: Float32Array,
  Float64: Float64Array,
};

const typeOf = (array: NumberArray): ArrayType => {
  if (array instanceof Uint8Array) return 'Uint8';
  if (array instanceof Uint16Array) return 'Uint16';
  if (array instanceof Uint32Array) return 'Uint32';
  return array instanceof Float32Array ? 'Float32' : 'Float64';
};

/** Alignment in bytes that suits every element type. */
const alignment = 8;
const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

/** Packs arrays as bytes in the machine's byte order, little-endian on all supported platforms. */
export const packArrays = (arrays: ReadonlyMap<string, NumberArray>) => {
  const bytes = new Uint8Array(
    [...arrays.values()].reduce((sum, array) => sum + aligned(array.byteLength), 0),
  );
  const descriptions: ArrayDescription[] = [];
  let start = 0;
  for (const [name, array] of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start);
    descriptions.push({ name, type: typeOf(array), length: array.length });
    start += aligned(array.byteLength);
  }
  return { bytes, descriptions };
};

/** Arrays by name. */
export interface UnpackedArrays {
  /** Returns an array by name. Throws DamagedPublication if it is missing, or has another element type. */
  take<Kind extends NumberArray>(name: string, ...kinds: (abstract new (...args: never[]) => Kind)[]): Kind;
}

/** Unpacks arrays as views of the bytes, without copies. Throws DamagedPublication if they do not fit. */
export const unpackArrays = (
  packed: Uint8Array,
  descriptions: readonly ArrayDescription[],
): UnpackedArrays => {
  const bytes = packed.byteOffset % alignment === 0 ? packed : Uint8Array.from(packed);
  const arrays = new Map<string, NumberArray>();
  let start = 0;
  for (const { name, type, length } of descriptions) {
    const kind = kinds[type];
    const end = start + aligned(length * kind.BYTES_PER_ELEMENT);
    if (end > bytes.length) throw new DamagedPublication(`the catalogue ends within ${name}`);
    arrays.set(name, new kind(bytes.buffer, bytes.byteOffset + start, length));
    start = end;
  }
  if (start !== bytes.length) throw new DamagedPublication('the catalogue has more columns than it says');
  return {
    take(name, ...wanted) {
      const array = arrays.get(name);
      for (const kind of wanted) if (array instanceof kind) return array;
      throw new DamagedPublication(`the catalogue has no ${name} of its kind`);
    },
  };
};
