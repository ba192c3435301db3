import { peakMegabytes } from '../../../support/processes/megabytes.ts';
import { startStoreIn } from './store-under-test.ts';

// A store in its own process, for tests that kill it or measure its memory.
const [directory = ''] = process.argv.slice(2);
const store = await startStoreIn(directory);
process.on('message', () => process.send?.({ peakMegabytes: peakMegabytes() }));
process.on('disconnect', () => process.exit());
process.send?.({ endpoint: store.endpoint });
