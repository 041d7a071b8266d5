/**
 * Generates clients of both OpenAPI documents with the most common generators, and compiles each with `tsc --strict`.
 * Run it with `npm run generators:check`. It needs no network.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const program = (path, base) => fileURLToPath(new URL(path, base));
const COMPILER = program('../bin/tsc', import.meta.resolve('typescript'));

/** For each generator: its program, and the options to write a document's client to `client`. */
const GENERATORS = {
  '@hey-api/openapi-ts': [
    program('../bin/run.js', import.meta.resolve('@hey-api/openapi-ts')),
    (document) => ['-i', document, '-o', 'client', '--no-log-file'],
  ],
  orval: [
    program('bin/orval.js', import.meta.resolve('orval')),
    (document) => ['--input', document, '--output', 'client/index.ts', '--client', 'fetch'],
  ],
  'openapi-typescript-codegen': [
    program('../bin/index.js', import.meta.resolve('openapi-typescript-codegen')),
    (document) => ['-i', document, '-o', 'client', '-c', 'fetch'],
  ],
  // With `--enum` each enum value needs a name.
  'openapi-typescript': [
    program('../bin/cli.js', import.meta.resolve('openapi-typescript')),
    (document) => [document, '-o', 'client/index.ts', '--enum'],
  ],
};

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  skipLibCheck: true,
};

/** An operation of every client, in the notations of the generators. */
const OPERATION = /\/purchase-orders\/\$?\{id\}\/approve/;

const folder = mkdtempSync(join(tmpdir(), 'procurement-generators-'));
const remove = () => rmSync(folder, { recursive: true, force: true });
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    remove();
    process.exit(1);
  });
}

async function node(cwd, ...args) {
  try {
    await run(process.execPath, args, { cwd, maxBuffer: 2 ** 26 });
  } catch ({ message, stdout, stderr }) {
    const lines = `${stdout}${stderr}`.trim().split('\n');
    throw new Error(lines.length > 1 ? `${lines.length} lines\n  ${lines.slice(0, 20).join('\n  ')}` : message);
  }
}

/** @throws Error with the output of the generator or the compiler */
async function generateAndCompile(name, form) {
  const [generator, options] = GENERATORS[name];
  const own = join(folder, `${name.replace('/', '-')}-${form}`);
  mkdirSync(own);
  await node(own, generator, ...options(join(ROOT, `openapi/form-${form}.json`)));
  const files = readdirSync(join(own, 'client'), { recursive: true }).filter((file) => file.endsWith('.ts'));
  if (!files.some((file) => OPERATION.test(readFileSync(join(own, 'client', file), 'utf8'))))
    throw new Error('The client lacks operations of the document');
  writeFileSync(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['client'] }));
  await node(own, COMPILER, '-p', '.');
}

const waiting = Object.keys(GENERATORS).flatMap((name) => ['a', 'b'].map((form) => [name, form]));

async function work() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, form] = next;
    try {
      await generateAndCompile(name, form);
      console.log(`${name} compiles for Form ${form.toUpperCase()}.`);
    } catch (error) {
      process.exitCode = 1;
      console.error(`${name} fails for Form ${form.toUpperCase()}: ${error.message}`);
    }
  }
}

try {
  await Promise.all(Array.from({ length: availableParallelism() }, work));
} finally {
  remove();
}
