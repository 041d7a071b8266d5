import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { compileReader, installPackedClient } from '../packed-client';
import { program } from '../programs/program';
import type { Language, Sample } from './samples';

const ROOT = resolve(__dirname, '../../..');
const run = promisify(execFile);

/** Printed between samples, to separate their output. */
const MARK = '--- next sample ---';

/** The environment variables of the samples. */
export interface Surroundings {
  /** For example `http://127.0.0.1:3000`. */
  readonly SERVICE: string;
  readonly TOKEN: string;
}

/** A temporary folder for the samples, like the folder of a reader. */
export class Workshop {
  private readonly folder = mkdtempSync(join(tmpdir(), 'procurement-guide-'));

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Installs the packed TypeScript client and compiles the TypeScript of the pages against its types.
   * @throws Error with the compiler messages
   */
  async compile(pages: ReadonlyMap<string, readonly Sample[]>): Promise<void> {
    await installPackedClient(this.folder);
    for (const [page, samples] of pages) {
      const code = samples.map((sample) => sample.code).join(`\nconsole.log(${JSON.stringify(MARK)});\n`);
      writeFileSync(join(this.folder, `${page}.ts`), `${code}\nexport {};\n`);
    }
    await compileReader(
      this.folder,
      [...pages.keys()].map((page) => `${page}.ts`),
    );
  }

  /**
   * Runs the samples of a page in one language as one program.
   * @returns the output of each sample
   * @throws Error if the program fails, ProgramMissing with the name of the program to install
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
