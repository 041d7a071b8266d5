import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = resolve(__dirname, '../..');
const CLIENT = join(ROOT, 'clients/typescript');

/** Compiler options of a program outside this repository. */
const COMPILER_OPTIONS = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  types: ['node'],
  skipLibCheck: true,
};

/**
 * Packs the TypeScript client and installs the archive in an empty folder, without a registry. Node's types come from
 * this repository.
 */
export async function installPackedClient(folder: string): Promise<void> {
  const npm = (...args: string[]) =>
    run('npm', args, { cwd: folder, env: { ...process.env, npm_config_loglevel: 'error' } });
  // Generates in the repository too, not only in the copy, so that the next test finds the files.
  await run(process.execPath, [join(CLIENT, 'generate.mjs')]);
  const filename = await packCopy((copy) => npm('pack', copy, '--json', '--pack-destination', folder));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'reader', private: true, type: 'module' }));
  await npm('install', `./${filename}`, '--offline', '--no-audit', '--no-fund');
  for (const name of ['@types', 'undici-types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
}

/**
 * Packs a copy and returns the name of the archive. Packing rebuilds, so two tests that pack the same folder at the
 * same time would delete each other's files.
 */
async function packCopy(pack: (copy: string) => Promise<{ readonly stdout: string }>): Promise<string> {
  mkdirSync(join(ROOT, '.procurement'), { recursive: true });
  // As deep in the repository as the client, so that the copy finds the compiler.
  const copy = mkdtempSync(join(ROOT, '.procurement/client-'));
  try {
    cpSync(CLIENT, copy, { recursive: true });
    const { stdout } = await pack(copy);
    const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
    return filename;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * Compiles programs that use the client, with this repository's compiler.
 * @throws Error with the compiler's messages
 */
export async function compileReader(folder: string, files: readonly string[], options = {}): Promise<void> {
  const compilerOptions = { ...COMPILER_OPTIONS, ...options };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch((error: unknown) => {
    throw new Error(`A program that uses the client does not compile:\n${(error as { stdout: string }).stdout}`);
  });
}
