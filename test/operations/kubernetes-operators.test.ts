import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { containersOf, exampleSecrets, type Manifest, Manifests, type Workload } from './support/kubernetes/manifests';

const FOLDERS = ['base', 'overlays/small', 'overlays/large', 'prometheus-operator', '../backup'];
const rendered = new Map(FOLDERS.map((folder) => [folder, Manifests.render(folder)]));
const of = (folder: string): Manifests => rendered.get(folder) as Manifests;

const ROOT = join(__dirname, '../..');

/** PostgreSQL's default, and the connections to leave for superusers, the backup and the migrations. */
const MAX_CONNECTIONS = 100;
const FOR_ADMINISTRATORS = 3 + 2;

/** Connections of a process in addition to its pool: two for document numbers, one for readiness. */
const BESIDE_THE_POOL = 3;

/** Matches `deployment/procurement-api`, but not the path `deploy/kubernetes/base`. */
const NAMED = /\b(deploy|deployment|cronjob)\/([a-z][a-z-]*)(?![\w./-])/g;

const named = ({ kind, metadata }: Manifest): string => `${kind.toLowerCase()}/${metadata.name}`;

describe.each(['base', 'overlays/small', 'overlays/large'])('Manifests of %s', (folder) => {
  const manifests = of(folder);
  const { workloads } = manifests;

  it('mount the optional CA ConfigMap into every container', () => {
    for (const { pod } of workloads) {
      const optional = { name: 'ca', configMap: { name: 'procurement-ca', optional: true } };
      expect(pod.volumes).toContainEqual(optional);
      for (const { volumeMounts } of containersOf(pod)) {
        expect(volumeMounts).toContainEqual({ name: 'ca', mountPath: '/ca', readOnly: true });
      }
    }
  });

  it("have a suspended template for the owner's commands, and no other long-lived pod with the owner's URL", () => {
    const template = manifests.of('CronJob').find(({ metadata }) => metadata?.name === 'procurement-owner');
    expect(template?.spec?.suspend).toBe(true);
    const containers = workloads.flatMap(({ name, pod }) =>
      containersOf(pod).map((container) => [`${name}/${container.name}`, container] as const),
    );
    const withOwner = containers.filter(
      ([, container]) => 'DATABASE_MIGRATION_URL' in manifests.environment(container, exampleSecrets()),
    );
    expect(withOwner.map(([name]) => name).sort()).toEqual(['procurement-migrate/migrate', 'procurement-owner/owner']);
    expect(manifests.workload('procurement-owner').pod.containers[0]?.args).toEqual(['node', 'dist/cli.js']);
  });

  it('run every verification at night', () => {
    const [container] = manifests.workload('procurement-verify').pod.containers;
    const script = container?.args?.at(-1) ?? '';
    const [, subjects = ''] = /for subject in (.*); do/.exec(script) ?? [];
    expect(subjects.split(' ')).toEqual(['budget', 'report', 'audit', 'documents']);
    expect(script).toContain('node dist/cli.js "$subject:verify"');
  });
});

it("overlays/large opens fewer connections than PostgreSQL's default allows, even while all pods are replaced", () => {
  const manifests = of('overlays/large');
  const connectionsOf = ({ pod }: Workload): number => {
    const [container] = pod.containers;
    const settings = container ? manifests.environment(container, exampleSecrets()) : {};
    return Number(settings['DATABASE_POOL_SIZE']) + BESIDE_THE_POOL * Number(settings['WEB_CONCURRENCY'] ?? 1);
  };
  const pods = manifests.of('HorizontalPodAutoscaler').map(({ spec }) => {
    const name = spec?.scaleTargetRef.name ?? '';
    const deployment = manifests.of('Deployment').find(({ metadata }) => metadata?.name === name);
    const surge = Number(deployment?.spec?.strategy?.rollingUpdate?.maxSurge);
    return ((spec?.maxReplicas ?? 0) + surge) * connectionsOf(manifests.workload(name));
  });
  expect(pods).toHaveLength(2);
  const verification = connectionsOf(manifests.workload('procurement-verify'));
  const sum = pods.reduce((total, connections) => total + connections, verification);
  expect(sum).toBeLessThanOrEqual(MAX_CONNECTIONS - FOR_ADMINISTRATORS);
});

it('deploy/backup takes a base backup every night, with the backup scripts and minimal privileges', () => {
  const manifests = of('../backup');
  const { pod } = manifests.workload('procurement-backup');
  const [container] = pod.containers;
  expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
  expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
  expect(container?.args?.at(-1)).toBe('/scripts/take.sh /backup && /scripts/prune.sh /backup /backup/wal 14');
  const [scripts] = manifests.of('ConfigMap');
  expect(Object.keys(scripts?.data ?? {}).sort()).toEqual(['programs.sh', 'prune.sh', 'take.sh']);
  const volume = pod.volumes?.find(({ name }) => name === 'scripts')?.configMap;
  expect([volume?.name, volume?.defaultMode]).toEqual([scripts?.metadata?.name, 0o555]);
});

it('The commands in docs/kubernetes.md and the runbooks refer only to objects of the manifests', () => {
  const names = new Set([...rendered.values()].flatMap(({ all }) => all.map(named)));
  const runbooks = readdirSync(join(ROOT, 'docs/runbooks')).map((page) => `docs/runbooks/${page}`);
  const commands = ['docs/kubernetes.md', ...runbooks].flatMap(
    (page) => readFileSync(join(ROOT, page), 'utf8').match(/kubectl [^`|]+/g) ?? [],
  );
  const asked = commands.flatMap((command) =>
    [...command.matchAll(NAMED)].map(
      ([, kind = '', name = '']) => `${kind === 'deploy' ? 'deployment' : kind}/${name}`,
    ),
  );
  expect(asked.filter((name) => !names.has(name))).toEqual([]);
  expect(asked).toContain('deployment/procurement-api');
});
