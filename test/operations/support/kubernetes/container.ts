import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Container as ContainerSpec, PodSpec, Probe } from 'kubernetes-types/core/v1';
import { freePorts } from '../../../../tools/servers/ports';
import { isRoot, temporaryFolder } from '../../../../tools/servers/unprivileged';
import { imageEnvironment, type Manifests, type Secrets, type Workload } from './manifests';

const PROJECT = join(__dirname, '../../../..');

/** Replacements for resources that only a cluster has. */
export interface Given {
  readonly secrets: Secrets;
  /** In addition to the manifest's variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** The parent folder of the volumes that outlive a pod. */
  readonly volumes: string;
}

/**
 * A container of a manifest as a local process: its command, environment, user and mounts, with a read-only root. Uses
 * free local ports, because all containers share one network here.
 */
export class Container {
  private said = '';
  private answered = '';
  /** Resolves when the process has ended and all its output has been read. */
  private readonly closed: Promise<unknown>;

  private constructor(
    readonly spec: ContainerSpec,
    private readonly child: ChildProcess,
    private readonly ports: Readonly<Record<string, number>>,
    private readonly folder: string,
  ) {
    this.closed = once(child, 'close');
    child.stdout?.on('data', (chunk: Buffer) => {
      this.said += chunk.toString();
      this.answered += chunk.toString();
    });
    child.stderr?.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
  }

  /** @param args instead of the manifest's: the command of `kubectl exec` */
  static async start(
    manifests: Manifests,
    { pod }: Workload,
    name: string,
    given: Given,
    args?: string[],
  ): Promise<Container> {
    const spec = [...(pod.initContainers ?? []), ...pod.containers].find((container) => container.name === name);
    if (!spec) throw new Error(`There is no container ${name}`);
    const [http = 0, admin = 0] = await freePorts(2);
    const folder = mkdtempSync(join(temporaryFolder(), 'procurement-container-'));
    const user = String(spec.securityContext?.runAsUser ?? pod.securityContext?.runAsUser);
    const mounts = mountsOf(pod, spec, folder, given.volumes).map(([path, source]) => {
      mkdirSync(source, { recursive: true });
      if (isRoot) chownSync(source, Number(user), Number(user));
      return `${path}=${source}`;
    });
    const root = join(folder, 'root');
    mkdirSync(root);
    const env = {
      ...imageEnvironment(),
      ...manifests.environment(spec, given.secrets),
      PORT: String(http),
      ADMIN_PORT: String(admin),
      ...given.env,
    };
    const child = spawn(
      'unshare',
      [
        ...(isRoot ? [] : ['--user', '--map-root-user']),
        ...['--mount', '--propagation', 'private', 'sh', join(__dirname, 'container.sh')],
        ...[root, PROJECT, dirname(process.execPath), isRoot ? user : '-', ...mounts, '--'],
        ...(args ?? spec.args ?? []),
      ],
      {
        env: { ...env, ...browserHere(env), PATH: `${dirname(process.execPath)}:/usr/bin:/bin:/usr/sbin` },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    return new Container(spec, child, { http, admin }, folder);
  }

  get output(): string {
    return this.said;
  }

  /** Without standard error. */
  get answer(): string {
    return this.answered;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  address(port: string): string {
    return `http://127.0.0.1:${this.ports[port]}`;
  }

  /** Probes like the kubelet. @returns whether the container passes */
  async passes(probe: Probe | undefined): Promise<boolean> {
    const { path, port } = probe?.httpGet ?? {};
    const signal = AbortSignal.timeout((probe?.timeoutSeconds ?? 1) * 1_000);
    const answer = await fetch(`${this.address(String(port))}${path}`, { signal }).catch(() => undefined);
    await answer?.body?.cancel();
    return answer !== undefined && answer.status >= 200 && answer.status < 400;
  }

  /** Waits until a probe passes. @throws Error with the container's output if it ends before */
  async untilPasses(probe: Probe | undefined): Promise<void> {
    while (!(await this.passes(probe))) {
      if (!this.isRunning) throw new Error(`${this.spec.name} has ended:\n${this.said}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Sends SIGTERM, and SIGKILL after the grace period. @returns as {@link ended} */
  async stop(graceSeconds = 30): Promise<number | string> {
    this.child.kill('SIGTERM');
    const kill = setTimeout(() => this.child.kill('SIGKILL'), graceSeconds * 1_000);
    return this.ended().finally(() => clearTimeout(kill));
  }

  /** @returns exit code or signal */
  async ended(): Promise<number | string> {
    await this.closed;
    rmSync(this.folder, { recursive: true, force: true });
    return this.child.exitCode ?? this.child.signalCode ?? 'unknown';
  }
}

/** The local path of each mount: an emptyDir in its own folder, other volumes in the shared one. */
function mountsOf(pod: PodSpec, spec: ContainerSpec, own: string, shared: string): [path: string, source: string][] {
  return (spec.volumeMounts ?? []).map(({ name, mountPath }) => {
    const volume = pod.volumes?.find((one) => one.name === name);
    if (!volume) throw new Error(`There is no volume ${name}`);
    return [mountPath, join(volume.emptyDir ? own : shared, name)];
  });
}

/** The image's browser. If this machine lacks it, the service searches for one. */
function browserHere(env: Readonly<Record<string, string>>): Record<string, string> {
  return existsSync(env['PUPPETEER_EXECUTABLE_PATH'] ?? '') ? {} : { PUPPETEER_EXECUTABLE_PATH: '' };
}
