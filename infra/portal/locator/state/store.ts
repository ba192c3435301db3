/** Something that changes, and those who follow it. */
export interface Store<State extends object> {
  readonly get: () => State;
  /** Replaces some of its fields, and tells those who follow. */
  readonly set: (changes: Partial<State>) => void;
  /** Calls back after each change, with what it was before. */
  readonly follow: (follower: (state: State, before: State) => void) => void;
}

/** A store with its first state. */
export const createStore = <State extends object>(first: State): Store<State> => {
  const followers: ((state: State, before: State) => void)[] = [];
  let state = first;
  return {
    get: () => state,
    set: (changes) => {
      const before = state;
      state = { ...state, ...changes };
      for (const follower of followers) follower(state, before);
    },
    follow: (follower) => {
      followers.push(follower);
    },
  };
};
