import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scale } from '../scale';
import type { Stage } from '../stage/stage';

/** A command that takes longer is asked to stop; a verification then says how many tenants it has done. */
const AT_MOST_SECONDS = 900;

export interface CommandRun {
  readonly command: string;
  readonly seconds: number;
  /** The exit code; null where it was ended. */
  readonly code: number | null;
  /** That a verification has done. */
  readonly tenants?: number;
}

/** The tenant that the commands erase, which later runs on the same data do not find. */
export const erasedOf = ({ crowd }: Scale): string => crowd.at(-1)?.slug ?? '';

/** Runs the operator's commands as processes, each once. The tenant that is exported and erased is of the crowd, and small. */
export async function commands(stage: Stage, say: (what: string) => void, scale: Scale): Promise<CommandRun[]> {
  const folder = mkdtempSync(join(tmpdir(), 'procurement-bench-commands-'));
  const slug = erasedOf(scale);
  const env = operatorsEnvironment(stage);
  const lines = [
    'migrate --quiet',
    'doctor --json',
    'tenant:list --json',
    `tenant:show --slug ${scale.large.slug}`,
    `tenant:show --slug ${slug}`,
    `tenant:export --slug ${slug} --out ${join(folder, 'export')} --quiet`,
    `tenant:erase --slug ${slug} --confirm ${slug} --force --quiet`,
    'budget:verify --json --quiet',
    'audit:verify --json --quiet',
    'report:verify --json --quiet',
  ];
  const found: CommandRun[] = [];
  for (const line of lines) {
    const started = performance.now();
    const { code, said, tenants } = await run(line.split(' '), env);
    const ran = {
      command: line.split(' ')[0] ?? '',
      seconds: (performance.now() - started) / 1000,
      code,
      ...(tenants && { tenants: Number(tenants) }),
    };
    found.push(ran);
    say(
      `${line.split(' --')[0]}: ${ran.seconds.toFixed(1)} s, exit code ${code}${tenants ? `, ${tenants} tenants` : ''}${code === 0 ? '' : `: ${said.slice(-300)}`}`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  return found;
}

/** The environment of the service's commands on the stage. */
export function operatorsEnvironment(stage: Stage): NodeJS.ProcessEnv {
  return {
    ...{ PATH: process.env['PATH'], ...stage.environment(4), LOG_LEVEL: 'error' },
    DATABASE_MIGRATION_URL: stage.servers.ownerUrl,
  };
}

function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; said: string; tenants?: string | undefined }> {
  return new Promise((resolve) => {
    const options = { env, maxBuffer: 2 ** 30 };
    const child = execFile(
      process.execPath,
      [join(__dirname, '../../dist/cli.js'), ...args],
      options,
      (error, out, err) => {
        clearTimeout(timer);
        resolve({
          code: error ? (typeof error.code === 'number' ? error.code : null) : 0,
          said: out.slice(-200) + err,
          tenants: /"tenants": ?(\d+)/.exec(out)?.[1],
        });
      },
    );
    // Its own time limit would not hear what the command says when it is asked to stop.
    const timer = setTimeout(() => child.kill('SIGTERM'), AT_MOST_SECONDS * 1000);
  });
}
