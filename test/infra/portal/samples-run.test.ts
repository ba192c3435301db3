import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../../infra/local/http/listening.ts';
import {
  browserKeyText,
  type SampleLanguage,
  sampleCode,
} from '../../../infra/portal/samples/code-samples.ts';
import { answerId, recordedAnswerOf } from '../../../infra/portal/samples/recorded-answers.ts';
import { placedRequests } from '../../../infra/portal/samples/request-block.ts';
import { type SampleStack, startSampleStack } from '../../../infra/recording/sample-stack.ts';
import { stableVersion } from '../../../infra/recording/stable-answer.ts';
import { sendForBytes } from '../../support/targets/http-target.ts';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../../../', import.meta.url));
const blocks = [...new Map(placedRequests().map((each) => [answerId(each), each])).values()];

interface Exchange {
  readonly method: string | undefined;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly status: number;
}

let folder: string;
let stack: SampleStack;
let address: string;
/** Requests by the sample that sent them, such as `/python/3`. */
const exchanges = new Map<string, Exchange[]>();

/** Forwards `/LANGUAGE/INDEX/…` to the stack, and records each sample's requests. Adds the origin, as browsers do. */
const proxy = createServer(async (request, response) => {
  const { method, url = '', headers } = request;
  const [, sample = '', path = ''] = /^(\/\w+\/\d+)(\/.*)$/.exec(url) ?? [];
  const body = await buffer(request);
  const { host: _, connection: __, 'accept-encoding': ___, ...forwarded } = headers;
  const { origin } = blocks[Number(sample.split('/').at(-1))]?.call.headers ?? {};
  const text = JSON.stringify({ path, headers: { ...forwarded, ...(origin !== undefined && { origin }) } });
  const answer = await sendForBytes(stack.url, undefined, {
    ...(method !== undefined && { method }),
    ...JSON.parse(text.replaceAll(stableVersion, stack.version)),
    body,
  });
  const exchange = { method, path, headers, body: body.toString(), status: answer.status };
  exchanges.set(sample, [...(exchanges.get(sample) ?? []), exchange]);
  const { 'content-length': ____, ...answered } = answer.headers;
  response.writeHead(answer.status, answered).end(answer.body);
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waypost-samples-'));
  stack = await startSampleStack();
  address = await listen(proxy, 0, '127.0.0.1');
  // Publishing the sample network takes a long time on a busy machine.
}, 300_000);
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await stack.stop();
  await rm(folder, { recursive: true });
});

const keyOf = (block: (typeof blocks)[number]): string => (block.key === 'none' ? '' : stack.keys[block.key]);

/** Writes each block's sample to a file. `name` returns a file name from the block's index. */
const writeSamples = async (
  language: SampleLanguage,
  name: (index: number) => string,
  edit: (text: string, index: number) => string = (text) => text,
) => {
  const files: { readonly index: number; readonly file: string; readonly key: string }[] = [];
  for (const [index, block] of blocks.entries()) {
    const text = sampleCode(language, block.call, {
      api: `${address}/${language}/${index}`,
      isBrowserKey: block.key === 'browser',
    });
    if (text === undefined) continue;
    const file = join(folder, name(index));
    await writeFile(file, edit(text, index).replace(browserKeyText, keyOf(block)));
    files.push({ index, file, key: keyOf(block) });
  }
  return files;
};

type Samples = Awaited<ReturnType<typeof writeSamples>>;

/** Programs that run all samples in one process, and print each sample's error by file as JSON. */
const drivers = {
  mjs: `
    import { readFileSync } from 'node:fs';
    const errors = {};
    console.log = () => {};
    for (const { file, key } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
      process.env.AUTH_KEY = key;
      await import(file).catch((error) => { errors[file] = String(error); });
    }
    process.stdout.write(JSON.stringify(errors));`,
  py: `
import contextlib, io, json, os, runpy, sys
errors = {}
for sample in json.load(open(sys.argv[1])):
    os.environ["AUTH_KEY"] = sample["key"]
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            runpy.run_path(sample["file"])
        except Exception as error:
            errors[sample["file"]] = repr(error)
print(json.dumps(errors))`,
};

const runTogether = async (program: string, kind: keyof typeof drivers, samples: Samples) => {
  const [driver, list] = [join(folder, `driver.${kind}`), join(folder, `${kind}.json`)];
  await writeFile(driver, drivers[kind]);
  await writeFile(list, JSON.stringify(samples));
  const { stdout } = await run(program, [driver, list], { env: { PATH: process.env.PATH } });
  return new Map<string, string>(Object.entries(JSON.parse(stdout)));
};

const runEach = async (program: string, samples: Samples) => {
  const errors = new Map<string, string>();
  for (const { file, key } of samples)
    await run(program, [file], { env: { PATH: process.env.PATH, AUTH_KEY: key } }).catch((error: unknown) =>
      errors.set(file, String(error)),
    );
  return errors;
};

const isInstalled = (program: string, ...options: readonly string[]): Promise<boolean> =>
  run(program, options).then(
    () => true,
    () => false,
  );

const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

const expectSent = (language: SampleLanguage, samples: Samples, errors: ReadonlyMap<string, string>) => {
  expect(samples).toHaveLength(blocks.length);
  for (const { index, file, key } of samples) {
    const { call, place, ...block } = blocks[index] ?? expect.fail();
    const sent = exchanges.get(`/${language}/${index}`) ?? [];
    expect(sent, `${place} in ${language}: ${errors.get(file)}`).toHaveLength(1);
    const [{ method, path, headers, body, status } = expect.fail()] = sent;
    const message = `${place} in ${language}`;
    expect({ method, path, body: parsed(body) }, message).toEqual({
      method: call.method,
      path: call.path,
      body: parsed(call.body ?? ''),
    });
    const { origin, ...others } = call.headers;
    const inPage = language === 'javascript' && block.key === 'browser';
    expect(headers, message).toMatchObject(inPage || origin === undefined ? others : call.headers);
    expect(headers['auth-key'] ?? '', message).toBe(key);
    expect(status, message).toBe(recordedAnswerOf({ call, ...block })?.status);
    if (status < 300) expect(errors.get(file), message).toBeUndefined();
  }
};

describe('samples of all request blocks send the request and get the recorded status', () => {
  const node = process.execPath;
  const hasCurl = 'exit(function_exists("curl_init") ? 0 : 1);';
  it.for<[SampleLanguage, string, string[], (samples: Samples) => Promise<Map<string, string>>]>([
    ['curl', 'sh', ['bash', '--version'], (samples) => runEach('bash', samples)],
    ['javascript', 'mjs', [node, '--version'], (samples) => runTogether(node, 'mjs', samples)],
    ['python', 'py', ['python3', '--version'], (samples) => runTogether('python3', 'py', samples)],
    ['php', 'php', ['php', '-r', hasCurl], (samples) => runEach('php', samples)],
  ])('in %s', async ([language, extension, [program = '', ...options], runSamples], { skip }) => {
    if (!(await isInstalled(program, ...options))) skip(`${program} is not installed`);
    const samples = await writeSamples(language, (index) => `${index}.${extension}`);
    expectSent(language, samples, await runSamples(samples));
  });
});

describe('samples that are not run are valid', () => {
  it('in TypeScript, with the typed client, unless they show an error response', async () => {
    const samples = await writeSamples('typescript', (index) => `sample-${index}.ts`);
    const correct = samples.filter(
      ({ index }) => (recordedAnswerOf(blocks[index] ?? expect.fail())?.status ?? 0) < 400,
    );
    expect(correct.length).toBeGreaterThan(0);
    const tsconfig = {
      compilerOptions: {
        ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
        ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'] },
        ...{ types: ['node'], typeRoots: [join(project, 'node_modules/@types')] },
        paths: { '@waypost/client': [join(project, 'shared/client/index.ts')] },
      },
      files: correct.map(({ file }) => file),
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    const output = await run(join(project, 'node_modules/.bin/tsc'), ['--project', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(output.stdout).toBe('');
  });

  it('in Go, and in the format of gofmt', async ({ skip }) => {
    if (!(await isInstalled('gofmt', '-h'))) skip('gofmt is not installed');
    const samples = await writeSamples('go', (index) => `sample${index}.go`);
    const { stdout } = await run('gofmt', ['-l', ...samples.map(({ file }) => file)]);
    expect(stdout).toBe('');
  });

  it('in Java', async ({ skip }) => {
    if (!(await isInstalled('javac', '-version'))) skip('javac is not installed');
    const samples = await writeSamples(
      'java',
      (index) => `Sample${index}.java`,
      (text, index) => text.replace('class Sample', `class Sample${index}`),
    );
    const files = samples.map(({ file }) => file);
    // With these options of the virtual machine, a short run needs half of the time.
    const quick = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', '-proc:none'];
    await run('javac', [...quick, '-d', join(folder, 'java'), ...files]).catch((error: unknown) =>
      expect.fail(String(error)),
    );
  });
});
