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

/** Written between samples, so that what each of them writes can be told apart. */
const MARK = '--- next sample ---';

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
    await installPackedClient(folder);
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
    await compileReader(
      this.folder,
      [...pages.keys()].map((page) => `${page}.ts`),
    );
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
