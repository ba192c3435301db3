/**
 * T with all members required, although optional ones may be undefined. Use it for code that copies a record member by
 * member, so that the compiler reports a missing one.
 */
export type EveryMember<T> = { [Name in keyof Required<T>]: T[Name] };
