import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2';
import type { CronJob, Job } from 'kubernetes-types/batch/v1';
import type { ConfigMap, Container, PodSpec, Service } from 'kubernetes-types/core/v1';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import { parseAllDocuments } from 'yaml';
import { program } from '../../../support/programs/program';

const FOLDER = join(__dirname, '../../../../deploy/kubernetes');

/** The kinds that the tests read, by name. */
interface Kinds {
  readonly ConfigMap: ConfigMap;
  readonly CronJob: CronJob;
  readonly Deployment: Deployment;
  readonly HorizontalPodAutoscaler: HorizontalPodAutoscaler;
  readonly Ingress: Ingress;
  readonly Job: Job;
  readonly NetworkPolicy: NetworkPolicy;
  readonly PodDisruptionBudget: PodDisruptionBudget;
  readonly Service: Service;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** An object that runs pods. */
export interface Workload {
  readonly name: string;
  readonly kind: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: PodSpec;
}

/** A folder of deploy/kubernetes, rendered as `kubectl apply -k` would send it. */
export class Manifests {
  private constructor(readonly all: readonly Manifest[]) {}

  /** @param folder such as `overlays/small` */
  static render(folder: string): Manifests {
    const text = execFileSync(program('kubectl'), ['kustomize', join(FOLDER, folder)], {
      encoding: 'utf8',
      // Newer versions print deprecation warnings here.
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return new Manifests(parseAllDocuments(text).map((document) => document.toJS() as Manifest));
  }

  of<Kind extends keyof Kinds>(kind: Kind): Kinds[Kind][] {
    return this.all.filter((manifest) => manifest.kind === kind) as unknown as Kinds[Kind][];
  }

  /** Deployments, Jobs and CronJobs. */
  get workloads(): Workload[] {
    const templates = [
      ...[...this.of('Deployment'), ...this.of('Job')].map((one) => ({ ...one, template: one.spec?.template })),
      ...this.of('CronJob').map((one) => ({ ...one, template: one.spec?.jobTemplate.spec?.template })),
    ];
    return templates.map(({ kind = '', metadata, template }) => {
      if (!metadata?.name || !template?.spec) throw new Error(`A ${kind} without a name or pods`);
      return { name: metadata.name, kind, labels: template.metadata?.labels ?? {}, pod: template.spec };
    });
  }

  workload(name: string): Workload {
    const found = this.workloads.find((workload) => workload.name === name);
    if (!found) throw new Error(`There is no ${name}`);
    return found;
  }

  /**
   * The environment of a container: its ConfigMaps, its own variables, and the given secrets.
   * @throws Error for a missing ConfigMap
   */
  environment(container: Container, secrets: Secrets): Record<string, string> {
    const settings = (container.envFrom ?? []).flatMap(({ configMapRef }) => {
      const found = this.of('ConfigMap').find(({ metadata }) => metadata?.name === configMapRef?.name);
      if (!found?.data) throw new Error(`There is no ConfigMap ${configMapRef?.name}`);
      return Object.entries(found.data);
    });
    const own = (container.env ?? []).flatMap(({ name, value, valueFrom }) => {
      const secret = valueFrom?.secretKeyRef;
      const given = secret ? secrets[secret.name ?? '']?.[secret.key] : value;
      if (given === undefined && !secret?.optional) throw new Error(`Nothing is given for ${name}`);
      return given === undefined ? [] : [[name, given]];
    });
    return Object.fromEntries([...settings, ...own]) as Record<string, string>;
  }
}

/** Values by Secret name and key. */
export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Every container of a pod, init containers first. */
export function containersOf({ initContainers = [], containers }: PodSpec): Container[] {
  return [...initContainers, ...containers];
}

export function exampleSecrets(): Secrets {
  return {
    'procurement-service': variablesOf('service.env.example'),
    'procurement-owner': variablesOf('owner.env.example'),
  };
}

function variablesOf(file: string): Record<string, string> {
  const lines = readFileSync(join(FOLDER, file), 'utf8').split('\n');
  return Object.fromEntries(
    lines
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** The image's own variables: the ENV of the Dockerfile's last stage. */
export function imageEnvironment(): Record<string, string> {
  const dockerfile = readFileSync(join(FOLDER, '../../Dockerfile'), 'utf8').replace(/\\\n/g, ' ');
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const texts = [...last.matchAll(/^ENV (.*)$/gm)].map(([, text = '']) => text);
  const pairs = texts.flatMap((text) => [...text.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)]);
  return Object.fromEntries(pairs.map(([, name, quoted, plain]) => [name, quoted ?? plain ?? '']));
}
