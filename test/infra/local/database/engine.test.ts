import { expect, it } from 'vitest';
import { engineBinary, NoEmbeddedEngine } from '../../../../infra/local/database/engine.ts';
import { isRunning, startEngine, startEngineInChild } from './engine-under-test.ts';

it('listens on a unique address that web pages cannot guess', async () => {
  const engines = await Promise.all([startEngine(), startEngine(), startEngine()]);
  const urls = engines.map(({ engine }) => new URL(engine.endpoint));
  expect(new Set([...urls.map(({ hostname }) => hostname), '127.0.0.1']).size).toBe(4);
  for (const { hostname, port } of urls) {
    expect(hostname).toMatch(/^127\./);
    // Nothing else listens on this address. On 127.0.0.1, another program may have the same port.
    await expect(fetch(`http://127.255.255.254:${port}`)).rejects.toThrow('fetch failed');
  }
});

it('ends its process when closed, and does not restart it', async () => {
  const lines: string[] = [];
  const { engine } = await startEngine({ log: (line) => lines.push(line) });
  const processId = engine.processId();
  await engine.close();
  expect(await isRunning(processId)).toBe(false);
  expect(lines.join()).not.toContain('Restarting it');
});

it('ends also while its process is being restarted', async () => {
  const lines: string[] = [];
  const { engine } = await startEngine({ log: (line) => lines.push(line) });
  process.kill(engine.processId(), 'SIGKILL');
  await expect.poll(() => lines.join(), { interval: 5 }).toContain('Restarting it');
  await engine.close();
  expect(await isRunning(engine.processId())).toBe(false);
});

it('ends when its parent process is killed', async () => {
  const { parent, processId } = await startEngineInChild();
  expect(await isRunning(processId)).toBe(true);

  parent.kill('SIGKILL');

  await expect.poll(() => isRunning(processId)).toBe(false);
});

it('suggests an alternative on platforms without the engine', () => {
  expect(() => engineBinary('darwin', 'arm64')).toThrow(NoEmbeddedEngine);
  // Without an address, Docker opens the port to the network.
  expect(() => engineBinary('linux', 'arm64')).toThrow(
    / -p 127\.0\.0\.1:8000:8000 .*AWS_ENDPOINT_URL_DYNAMODB=http/,
  );
});
