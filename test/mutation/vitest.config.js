import { defineConfig } from 'vitest/config';
import { rooms } from './rooms.js';

const room = rooms[process.env.ROOM ?? ''];
if (!room) throw new Error(`Set ROOM to one of ${Object.keys(rooms).join(', ')}.`);

export default defineConfig({
  test: {
    include: room.tests,
    setupFiles: ['test/support/quiet-log.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
