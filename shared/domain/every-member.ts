/**
 * T with every member named, though an optional one may be undefined: the type of what copies a record member by
 * member, where one that is forgotten would otherwise be left out in silence.
 */
export type EveryMember<T> = { [Name in keyof Required<T>]: T[Name] };
