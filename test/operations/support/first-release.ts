import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../tools/servers/unprivileged';

const PROJECT = join(__dirname, '../../..');

interface Package {
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Release 0.1.0, compiled from its commit in docs/upgrading.md. */
export class FirstRelease {
  private constructor(private readonly folder: string) {}

  /**
   * Checks out the release from this repository's history. Uses today's dependencies if all versions are the same;
   * otherwise installs those of its lock file, which takes minutes.
   * @throws Error if the history does not contain the commit
   */
  static take(): FirstRelease {
    const commit = commitOf('0.1.0');
    try {
      run('git', ['cat-file', '-e', `${commit}^{commit}`]);
    } catch {
      throw new Error(`This clone lacks the commit of 0.1.0: git fetch --unshallow (or git fetch origin ${commit})`);
    }
    const folder = mkdtempSync(join(temporaryFolder(), 'procurement-0.1.0-'));
    const archive = execFileSync('git', ['archive', commit], { cwd: PROJECT, maxBuffer: 1024 ** 3 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    if (hasDependenciesOf(folder)) symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    else run('npm', ['ci', '--no-audit', '--no-fund'], folder);
    run(process.execPath, ['src/dev/compile.mjs'], folder);
    return new FirstRelease(folder);
  }

  get main(): string {
    return join(this.folder, 'dist/main.js');
  }

  /** Runs a command of the release. @returns its standard output */
  command(env: NodeJS.ProcessEnv, ...args: string[]): string {
    return execFileSync(process.execPath, [join(this.folder, 'dist/cli.js'), ...args], {
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The commit of a release in docs/upgrading.md. */
function commitOf(release: string): string {
  const table = readFileSync(join(PROJECT, 'docs/upgrading.md'), 'utf8');
  const [, commit] =
    new RegExp(`^\\| ${release.replaceAll('.', '\\.')} +\\| \`([0-9a-f]{40})\``, 'm').exec(table) ?? [];
  if (commit === undefined) throw new Error(`docs/upgrading.md names no commit of ${release}`);
  return commit;
}

function hasDependenciesOf(folder: string): boolean {
  if (!existsSync(join(PROJECT, 'node_modules'))) return false;
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
  const today = (JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as Package).dependencies;
  return Object.entries(dependencies).every(([name, version]) => today[name] === version);
}

function run(program: string, args: readonly string[], cwd = PROJECT): void {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
}
