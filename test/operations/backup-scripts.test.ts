import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { waitUntil } from '../../tools/servers/processes';

const SCRIPTS = join(__dirname, '../../deploy/backup');
const SEGMENT = '000000010000000000000002';

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
}

describe("The backup scripts in cron's environment", () => {
  let folder: string;
  let base: string;
  let archive: string;
  const runs: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'procurement-backup-'));
    base = join(folder, 'base');
    archive = join(folder, 'wal');
    for (const path of [base, archive, join(folder, 'programs')]) mkdirSync(path);
  });

  afterEach(() => {
    for (const { pid, exitCode, signalCode } of runs.splice(0)) {
      if (pid && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts a script in a new process group with the environment of cron. */
  function run(script: string, ...args: string[]): Run {
    const child = spawn(join(SCRIPTS, script), args, {
      cwd: '/',
      detached: true,
      env: { PATH: `${join(folder, 'programs')}:/usr/bin:/bin` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    runs.push(child);
    const ended = Promise.all([text(child.stderr), once(child, 'close') as Promise<[number | null]>]);
    return { child, ended: ended.then(([errors, [code]]) => ({ code, errors })) };
  }

  /** Replaces pg_basebackup: writes the beginning of a backup, then runs a command. */
  function baseBackup(command: string): void {
    const script = `#!/bin/sh\nfor one; do case $one in --pgdata=*) data=\${one#*=} ;; esac; done
mkdir -p "$data" && echo 15 > "$data/PG_VERSION"\n${command}\n`;
    writeFileSync(join(folder, 'programs/pg_basebackup'), script, { mode: 0o755 });
  }

  const unfinished = (): string[] => readdirSync(base).filter((name) => name.endsWith('.part'));

  async function startBackup(): Promise<Run> {
    baseBackup('exec sleep 600');
    const backup = run('take.sh', folder);
    const hasBegun = () => unfinished().some((name) => existsSync(join(base, name, 'PG_VERSION')));
    expect(await waitUntil(hasBegun, 60_000)).toBe(true);
    return backup;
  }

  it('take.sh finds pg_verifybackup and removes a backup that fails verification', async () => {
    baseBackup('');
    const { code, errors } = await run('take.sh', folder).ended;
    expect([code, errors]).toEqual([1, expect.stringMatching(/pg_verifybackup: .*backup_manifest/)]);
    expect(unfinished()).toEqual([]);
  });

  it('take.sh removes the unfinished backup when a signal ends it', async () => {
    const { child, ended } = await startBackup();
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    expect((await ended).code).toBe(143);
    expect(unfinished()).toEqual([]);
  });

  describe('prune.sh', () => {
    const prune = () => run('prune.sh', folder, archive, '14').ended;

    beforeEach(() => {
      for (const name of ['20200101T000000Z', '20200102T000000Z', '20200103T000000Z']) {
        mkdirSync(join(base, name));
        writeFileSync(join(base, name, 'backup_label'), `START WAL LOCATION: 0/2000028 (file ${SEGMENT})\n`);
      }
      for (const segment of ['000000010000000000000001', SEGMENT]) writeFileSync(join(archive, segment), '');
    });

    it('retains the newest two backups and their WAL, and removes unfinished backups of killed runs', async () => {
      mkdirSync(join(base, '.20200101T120000Z.part'));
      expect(await prune()).toEqual({ code: 0, errors: '' });
      expect(readdirSync(base).filter((name) => name !== '.lock')).toEqual(['20200102T000000Z', '20200103T000000Z']);
      expect(readdirSync(archive)).toEqual([SEGMENT]);
    });

    it('retains the unfinished backup of a run in progress', async () => {
      await startBackup();
      expect(await prune()).toEqual({ code: 0, errors: '' });
      expect(unfinished()).toHaveLength(1);
    });
  });
});
