import { hostname, userInfo } from 'node:os';

/** The name of the user, or the number where the system has no name for it, as in many containers. */
const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};

/** `user@host`: whoever runs this process. */
export const userOfMachine = (): string => `${userName()}@${hostname()}`;
