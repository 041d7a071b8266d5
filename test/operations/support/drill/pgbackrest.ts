import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../../../../tools/servers/unprivileged';
import { program } from '../../../support/programs/program';

/** pgBackRest with deploy/backup/pgbackrest.conf, unchanged except for its paths. */
export class PgBackRest {
  /** The socket folder of PostgreSQL. */
  readonly socket: string;
  private readonly configuration: string;

  /**
   * @param folder of the drill
   * @param data the data folder of the PostgreSQL to back up
   * @param account that runs PostgreSQL; by default the current one
   */
  constructor(
    folder: string,
    data: string,
    scripts: string,
    private readonly account: Account | undefined,
  ) {
    const own = (name: string): string => {
      const path = join(folder, name);
      mkdirSync(path, { mode: 0o700 });
      if (account) chownSync(path, account.uid, account.gid);
      return path;
    };
    this.socket = own('socket');
    this.configuration = join(folder, 'pgbackrest.conf');
    const text = readFileSync(join(scripts, 'pgbackrest.conf'), 'utf8')
      .replace(
        '[global]',
        ['[global]', ...['lock', 'log', 'spool'].map((name) => `${name}-path=${own(name)}`)].join('\n'),
      )
      .replace('/backup/pgbackrest', own('repository'))
      .replace('/var/lib/postgresql/15/main', data)
      .replace('/var/run/postgresql', this.socket);
    writeFileSync(this.configuration, text);
  }

  get archiveCommand(): string {
    return `${program('pgbackrest')} --config=${this.configuration} --stanza=procurement archive-push %p`;
  }

  /** Creates the repository and checks that a segment arrives in it. */
  begin(port: number, password: string): void {
    this.run(['stanza-create', `--pg1-port=${port}`], password);
    this.run(['check', `--pg1-port=${port}`], password);
  }

  /** @returns the output of `info` */
  backup(port: number, password: string): string {
    this.run(['backup', '--type=full', `--pg1-port=${port}`], password);
    return this.run(['info'], password);
  }

  /**
   * Restores a data folder. The next start recovers it.
   * @param time the target; by default the end of the archive
   */
  restore(data: string, time?: Date): void {
    mkdirSync(data, { mode: 0o700 });
    if (this.account) chownSync(data, this.account.uid, this.account.gid);
    const target = time
      ? [
          '--type=time',
          `--target=${time.toISOString().replace('T', ' ').replace('Z', '+00')}`,
          '--target-action=promote',
        ]
      : ['--type=default', `--recovery-option=procurement.restored=${new Date().toISOString()}`];
    this.run(['restore', `--pg1-path=${data}`, ...target]);
  }

  private run(args: readonly string[], password = ''): string {
    const all = [`--config=${this.configuration}`, '--stanza=procurement', ...args];
    const env = { PATH: '/usr/bin:/bin', PGPASSWORD: password };
    return execFileSync(program('pgbackrest'), all, { ...this.account, cwd: '/', encoding: 'utf8', env });
  }
}
