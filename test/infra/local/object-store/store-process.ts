import { setImmediate as nextTurn } from 'node:timers/promises';
import { startObjectStore } from '../../../../infra/local/object-store/object-store.ts';
import { peakMegabytes } from '../../../support/processes/peak-megabytes.ts';
import { bucket, credentials, region } from './store-under-test.ts';

// A store in a process of its own, to be killed, or to have its memory looked at.
const [directory = '', mode] = process.argv.slice(2);
const store = await startObjectStore({ directory, credentials, region });
await store.createBucket(bucket);
process.on('message', () => process.send?.({ peakMegabytes: peakMegabytes() }));
process.on('disconnect', () => process.exit());
process.send?.({ endpoint: store.endpoint });

const tagged = { prefix: '', tags: [{ key: 'publication', value: 'superseded' }], expirationDays: 1 };
const yearMilliseconds = 365 * 24 * 60 * 60 * 1000;
while (mode === 'sweeping') {
  await store.applyLifecycle(bucket, [tagged], Date.now() + yearMilliseconds);
  await nextTurn();
}
