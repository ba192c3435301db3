import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { synthesise } from '../../infra/local/assembly/synthesise.ts';
import { sampleFile, sampleKinds, tablesFile } from '../../infra/local/start/first-start.ts';
import { readDeployment } from '../../infra/local/template/deployment.ts';
import { sampleText } from './sample-records.ts';
import { tablesByRole } from './tables-by-role.ts';

/** `npm run sample`: generates the files of the sample network and the description of the tables for it. */
for (const kind of sampleKinds) {
  const packed = gzipSync(sampleText(kind), { level: 9 });
  await writeFile(sampleFile(kind), packed);
  console.log(`${sampleFile(kind).pathname}: ${packed.length} bytes`);
}
await using folder = await mkdtempDisposable(join(tmpdir(), 'waypost-tables-'));
await synthesise(folder.path);
const tables = tablesByRole(await readDeployment(folder.path));
await writeFile(tablesFile, `${JSON.stringify(tables, null, 2)}\n`);
console.log(tablesFile.pathname);
