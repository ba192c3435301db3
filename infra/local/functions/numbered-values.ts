/**
 * Values under small numbers, which are used again once they are free. In place of a Map for what comes and goes with
 * every request: V8 makes the table of a Map anew after so many changes, and each that it leaves names the next. One
 * that has grown old keeps all that follow it, with all that they held, until the next full collection.
 */
export class NumberedValues<Value> {
  readonly #values: (Value | undefined)[] = [];
  readonly #free: number[] = [];

  /** How many there are. */
  get size(): number {
    return this.#values.length - this.#free.length;
  }

  /** Keeps a value, and gives its number. */
  add(value: Value): number {
    const number = this.#free.pop() ?? this.#values.length;
    this.#values[number] = value;
    return number;
  }

  get(number: number): Value | undefined {
    return this.#values[number];
  }

  /** Frees the number of a value. */
  delete(number: number): void {
    if (this.#values[number] === undefined) return;
    this.#values[number] = undefined;
    this.#free.push(number);
  }

  /** Calls `visit` with each; values may be deleted meanwhile. */
  forEach(visit: (value: Value, number: number) => void): void {
    for (const [number, value] of this.#values.entries()) if (value !== undefined) visit(value, number);
  }
}
