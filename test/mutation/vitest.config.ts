import { defineConfig } from 'vitest/config';
import { isRoom, rooms } from './rooms.ts';

const room = process.env.MUTATED_ROOM;
if (!isRoom(room)) throw new Error('MUTATED_ROOM names no room: run `npm run mutation`.');

/** The tests that judge the mutated code of the room. */
export default defineConfig({
  test: {
    include: [...rooms[room].tests],
    setupFiles: ['test/support/quiet-log.ts', 'test/mutation/first-counterexample.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
