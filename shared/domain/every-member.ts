/**
 * T with all members required, although members that were optional may be undefined. Use it for code that copies a
 * record member by member, so that the compiler reports a missing member.
 */
export type EveryMember<T> = { [Name in keyof Required<T>]: T[Name] };
