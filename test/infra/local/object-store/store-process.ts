import { startObjectStore } from '../../../../infra/local/object-store/object-store.ts';
import { bucket, credentials, region } from './store-under-test.ts';

// A store in a process of its own, to be killed, or to have its memory looked at.
const [directory = ''] = process.argv.slice(2);
const store = await startObjectStore({ directory, credentials, region });
await store.createBucket(bucket);
process.on('message', () => process.send?.({ peakMegabytes: process.resourceUsage().maxRSS / 1024 }));
process.on('disconnect', () => process.exit());
process.send?.({ endpoint: store.endpoint });
