import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { program } from '../programs/program';
import type { Language, Sample } from './samples';

const ROOT = resolve(__dirname, '../../..');
const run = promisify(execFile);

/** Written between samples, so that what each of them writes can be told apart. */
const MARK = '--- next sample ---';

/** How a reader would compile a program that uses the client. */
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

/** What the samples find in their environment. */
export interface Surroundings {
  /** The service's address: `http://127.0.0.1:3000`. */
  readonly SERVICE: string;
  readonly TOKEN: string;
}

/** A folder of its own with the packed TypeScript client in it, as a reader's would be. */
export class Workshop {
  private constructor(private readonly folder: string) {}

  static async open(): Promise<Workshop> {
    const folder = mkdtempSync(join(tmpdir(), 'procurement-guide-'));
    const npm = (...args: string[]) =>
      run('npm', args, { cwd: folder, env: { ...process.env, npm_config_loglevel: 'error' } });
    const packed = await npm('pack', join(ROOT, 'clients/typescript'), '--json', '--pack-destination', folder);
    const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))) as [{ filename: string }];
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'reader', private: true, type: 'module' }));
    await npm('install', `./${filename}`, '--offline', '--no-audit', '--no-fund');
    for (const name of ['@types', 'undici-types']) {
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    }
    return new Workshop(folder);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Holds the TypeScript of these pages against the client's types, and makes programs of it. @throws Error naming the faults */
  async compile(pages: ReadonlyMap<string, readonly Sample[]>): Promise<void> {
    for (const [page, samples] of pages) {
      const code = samples.map((sample) => sample.code).join(`\nconsole.log(${JSON.stringify(MARK)});\n`);
      writeFileSync(join(this.folder, `${page}.ts`), `${code}\nexport {};\n`);
    }
    const files = [...pages.keys()].map((page) => `${page}.ts`);
    writeFileSync(join(this.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }));
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [compiler, '-p', this.folder]).catch((error: unknown) => {
      throw new Error(`The guide's TypeScript does not compile: ${(error as { stdout: string }).stdout}`);
    });
  }

  /**
   * Runs the samples of a page in one language, Python with our client beside it, each after the other in one program; what each of them writes.
   * @throws Error of what ended early, ProgramMissing naming the one to install
   */
  async write(page: string, language: Language, samples: readonly Sample[], around: Surroundings): Promise<string[]> {
    const [path, args] = this.command(
      page,
      language,
      samples.map((sample) => sample.code),
    );
    const options = {
      cwd: this.folder,
      env: { ...process.env, PYTHONPATH: join(ROOT, 'clients/python'), ...around },
      timeout: 240_000,
    };
    const { stdout } = await run(path, args, options).catch((error: unknown) => {
      const { stdout: written, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${page}, ${language}, ended early:\n${written}\n${stderr}`);
    });
    return stdout.split(`${MARK}\n`);
  }

  private command(page: string, language: Language, codes: readonly string[]): [path: string, args: string[]] {
    if (language === 'ts') return [process.execPath, [join(this.folder, `${page}.js`)]];
    if (language === 'python') {
      return [program('python3'), ['-c', codes.join(`\nprint(${JSON.stringify(MARK)}, flush=True)\n`)]];
    }
    program('curl');
    return [program('bash'), ['-euo', 'pipefail', '-c', codes.join(`\necho ${JSON.stringify(MARK)}\n`)]];
  }
}
