import { readEnvironment } from '../../src/platform/config';
import { fieldFaults } from './support/kubernetes/field-check';
import {
  containersOf,
  exampleSecrets,
  imageEnvironment,
  Manifests,
  type Workload,
} from './support/kubernetes/manifests';
import { reaches } from './support/kubernetes/network';
import { ruleFiles } from './support/rules';

const OVERLAYS = ['overlays/small', 'overlays/large'];
const FOLDERS = ['base', ...OVERLAYS, 'prometheus-operator', '../backup'];
const rendered = new Map(FOLDERS.map((folder) => [folder, Manifests.render(folder)]));
const of = (folder: string): Manifests => rendered.get(folder) as Manifests;

/** Read by the S3 SDK, not by the service. */
const OF_THE_SDK = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** The maximum time for a request to arrive. A delivery ends sooner. */
const LONGEST_REQUEST_SECONDS = 60;

it('All manifests have valid, complete fields of the Kubernetes API', () => {
  expect(fieldFaults([...rendered.values()].flatMap(({ all }) => all))).toEqual([]);
});

it("The operator's rules are those of deploy/observability", () => {
  const [rule] = of('prometheus-operator').all.filter(({ kind }) => kind === 'PrometheusRule');
  expect(rule).toMatchObject({ spec: { groups: ruleFiles().flatMap(({ content }) => content.groups) } });
});

it('The field check reports a misspelt field', () => {
  const [, account] = of('base').all;
  expect(fieldFaults([{ ...account, automountServiceAccountTokens: false } as never])).toEqual([
    expect.stringContaining(`'"automountServiceAccountTokens"' does not exist in type 'ServiceAccount'`),
  ]);
});

describe.each(['base', ...OVERLAYS])('Manifests of %s', (folder) => {
  const manifests = of(folder);
  const workloads = manifests.workloads;
  const containers = workloads.flatMap(({ name, pod }) =>
    containersOf(pod).map((container) => [`${name}/${container.name}`, container] as const),
  );

  it('restrict every pod to less than the restricted profile allows', () => {
    expect(workloads.map(({ name }) => name).sort()).toEqual(
      ['api', 'migrate', 'owner', 'verify', 'worker'].map((name) => `procurement-${name}`),
    );
    for (const { pod } of workloads) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(pod).not.toMatchObject({ hostNetwork: true });
    }
    for (const [, { securityContext, resources }] of containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources).toEqual({
        requests: { cpu: expect.any(String) as string, memory: expect.any(String) as string },
        limits: { memory: expect.any(String) as string },
      });
    }
  });

  it('mount a volume at every path that a pod writes to', () => {
    const written = new Set(['/tmp', ...(folder === 'overlays/small' ? ['/data'] : [])]);
    for (const { pod, kind } of workloads) {
      const [main] = pod.containers;
      const mounts = main?.volumeMounts ?? [];
      const paths = mounts.flatMap(({ mountPath, readOnly }) => (readOnly ? [] : [mountPath]));
      expect(new Set(paths)).toEqual(kind === 'Job' ? new Set(['/tmp']) : written);
      for (const { emptyDir } of pod.volumes ?? []) expect(emptyDir?.medium).toBeUndefined();
    }
  });

  it('set only variables that the service reads, with keys from the examples', () => {
    const known = new Set([...readableVariables(), ...OF_THE_SDK]);
    const secrets = exampleSecrets();
    for (const [, container] of containers) {
      const environment = manifests.environment(container, secrets);
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
      const key = Buffer.alloc(32).toString('base64');
      const filled = { ...environment, APP_ENCRYPTION_KEYS: `${environment['APP_ENCRYPTION_KEYS']}${key}` };
      // The environment is valid: nothing is missing, and no value is rejected.
      expect(readEnvironment({ ...imageEnvironment(), ...filled })).toMatchObject({ NODE_ENV: 'production' });
    }
  });

  it('probe the port of health and metrics', () => {
    for (const { pod } of workloads.filter(({ kind }) => kind === 'Deployment')) {
      const [main] = pod.containers;
      const admin = main?.ports?.find(({ name }) => name === 'admin');
      expect(String(admin?.containerPort)).toBe(imageEnvironment()['ADMIN_PORT']);
      const asked = [main?.startupProbe, main?.livenessProbe, main?.readinessProbe].map((probe) => probe?.httpGet);
      expect(asked).toEqual(['live', 'live', 'ready'].map((name) => ({ path: `/health/${name}`, port: 'admin' })));
    }
  });

  it('allow each pod enough time to stop', () => {
    for (const { name, pod, kind } of workloads) {
      const [main] = pod.containers;
      if (!main || kind !== 'Deployment') continue;
      const { SHUTDOWN_DELAY_MS } = manifests.environment(main, exampleSecrets());
      const delay = name === 'procurement-worker' ? 0 : Number(SHUTDOWN_DELAY_MS) / 1_000;
      expect(main.lifecycle).toBeUndefined();
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + LONGEST_REQUEST_SECONDS + 30);
    }
  });

  it('select by labels that the pods have', () => {
    const labels = workloads.map((workload) => workload.labels);
    const isSelected = (selector: Readonly<Record<string, string>> = {}): boolean =>
      labels.some((pod) => Object.entries(selector).every(([name, value]) => pod[name] === value));
    for (const { spec } of manifests.of('Deployment')) expect(isSelected(spec?.selector.matchLabels)).toBe(true);
    for (const { spec } of manifests.of('Service')) expect(isSelected(spec?.selector)).toBe(true);
    for (const { spec } of manifests.of('PodDisruptionBudget'))
      expect(isSelected(spec?.selector?.matchLabels)).toBe(true);
  });

  it('expose the host of PUBLIC_URL through the Ingress', () => {
    const [container] = manifests.workload('procurement-api').pod.containers;
    const { PUBLIC_URL = '' } = container ? manifests.environment(container, exampleSecrets()) : {};
    const [ingress] = manifests.of('Ingress');
    expect(ingress?.spec?.rules?.map(({ host }) => host)).toEqual([new URL(PUBLIC_URL).host]);
  });

  it("allow the required egress only, and none to a cloud's metadata service", () => {
    const policies = manifests.of('NetworkPolicy');
    const pods = (component: string): Readonly<Record<string, string>> => ({
      'app.kubernetes.io/name': 'procurement',
      'app.kubernetes.io/component': component,
    });
    const isOpen = (component: string, address: string, port: number): boolean =>
      reaches(policies, pods(component), address, port);
    for (const component of ['api', 'worker', 'migrate', 'owner', 'verify', 'backup']) {
      for (const port of [80, 443, 5432, 6379, 587, 8080]) {
        expect(isOpen(component, '169.254.169.254', port)).toBe(false);
        expect(isOpen(component, '127.0.0.1', port)).toBe(false);
      }
      expect(isOpen(component, '10.20.30.40', 5432)).toBe(true);
      expect(isOpen(component, '10.20.30.40', 443)).toBe(false);
      expect(isOpen(component, '10.20.30.40', 8443)).toBe(false);
    }
    for (const component of ['api', 'worker', 'owner', 'verify']) {
      expect(isOpen(component, '93.184.215.14', 443)).toBe(true);
      expect(isOpen(component, '93.184.215.14', 8443)).toBe(true);
      expect(isOpen(component, '93.184.215.14', 22)).toBe(false);
      // Redis, Redis with TLS, Sentinel.
      for (const port of [6379, 6380, 26379]) expect(isOpen(component, '192.168.7.7', port)).toBe(true);
      expect(isOpen(component, '2606:4700::1111', 443)).toBe(true);
      expect(isOpen(component, 'fd00::1', 443)).toBe(false);
    }
    expect(isOpen('worker', '10.20.30.40', 587)).toBe(true);
    expect(isOpen('migrate', '93.184.215.14', 443)).toBe(false);
    expect(isOpen('migrate', '192.168.7.7', 6379)).toBe(false);
  });
});

describe.each(OVERLAYS)('Pods of %s', (folder) => {
  const manifests = of(folder);

  /** The minimum number of a Deployment's pods. */
  const fewest = ({ name }: Workload): number => {
    const scaler = manifests.of('HorizontalPodAutoscaler').find(({ spec }) => spec?.scaleTargetRef.name === name);
    const deployment = manifests.of('Deployment').find(({ metadata }) => metadata?.name === name);
    // A replica count in the manifest would overwrite the autoscaler's.
    expect([scaler?.spec?.minReplicas, deployment?.spec?.replicas]).toContain(undefined);
    return scaler?.spec?.minReplicas ?? deployment?.spec?.replicas ?? 1;
  };

  it('allow nodes to be drained; one pod of each kind remains if they can run on several nodes', () => {
    for (const { metadata, spec } of manifests.of('PodDisruptionBudget')) {
      const workload = manifests.workload(metadata?.name ?? '');
      const count = fewest(workload);
      const allowed =
        spec?.maxUnavailable === '100%' ? count : Number(spec?.maxUnavailable ?? count - Number(spec?.minAvailable));
      const isBoundToOneNode = workload.pod.affinity?.podAffinity !== undefined;
      // Pods bound to one node move only together: a budget that retains one would block the drain forever.
      expect(isBoundToOneNode ? count - allowed : 0).toBe(0);
      expect(allowed).toBeGreaterThan(0);
      if (!isBoundToOneNode) expect(count - allowed).toBeGreaterThan(0);
    }
  });

  it('refer to every image by digest', () => {
    const images = manifests.workloads.flatMap(({ pod }) => containersOf(pod).map(({ image }) => image));
    expect(new Set(images)).toEqual(new Set([`registry.example/procurement-service@sha256:${'0'.repeat(64)}`]));
  });
});

it('overlays/large stores nothing in a pod: documents are in S3, and mail requires a server', () => {
  for (const name of ['procurement-api', 'procurement-worker']) {
    const [container] = of('overlays/large').workload(name).pod.containers;
    if (!container) throw new Error(`${name} has no container`);
    const secrets = exampleSecrets();
    expect(of('overlays/large').environment(container, secrets)).toMatchObject({ STORAGE_DRIVER: 's3' });
    const service = { ...secrets['procurement-service'] };
    delete service['SMTP_URL'];
    expect(() => of('overlays/large').environment(container, { ...secrets, 'procurement-service': service })).toThrow(
      'SMTP_URL',
    );
  }
});

/** The names of all variables, from a parsed environment, which includes every one. */
function readableVariables(): string[] {
  return Object.keys(
    readEnvironment({ DATABASE_URL: 'postgres://a@b/c', APP_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }),
  );
}
