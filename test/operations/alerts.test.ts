import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { program } from '../support/programs/program';
import { dashboard } from './support/dashboard';
import { alertingRules, OBSERVABILITY } from './support/rules';
import { runbooks } from './support/runbooks';

const ROOT = join(OBSERVABILITY, '../..');

const read = (path: string): string => readFileSync(join(OBSERVABILITY, path), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(join(OBSERVABILITY, folder)).map((name) => join(OBSERVABILITY, folder, name));

/** Rejects with promtool's output if it finds a fault. */
async function promtool(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program('promtool'), args).catch((error: unknown) => {
    throw new Error((error as { stdout: string }).stdout);
  });
  return stdout;
}

interface AlertTest {
  readonly alertname: string;
  readonly exp_alerts?: readonly object[];
}

/** The alerts that the promtool tests expect. */
const TESTS = filesIn('tests').flatMap((file) => {
  const { tests } = parse(readFileSync(file, 'utf8')) as { tests: readonly { alert_rule_test: AlertTest[] }[] };
  return tests.flatMap((test) => test.alert_rule_test);
});

describe('The alerting rules and configuration', () => {
  it('pass promtool check', async () => {
    await promtool('check', 'rules', '--lint=all', '--lint-fatal', ...filesIn('rules'));
    await promtool('check', 'config', '--lint=all', '--lint-fatal', join(OBSERVABILITY, 'prometheus.yml'));
  });

  it("pass promtool's unit tests of when each alert fires", async () => {
    await Promise.all(filesIn('tests').map((file) => promtool('test', 'rules', file)));
  });

  it.each(alertingRules().map((rule) => [rule.alert, rule] as const))(
    'define severity, annotations, a runbook and tests for %s',
    (alert, rule) => {
      expect(['page', 'ticket']).toContain(rule.labels['severity']);
      expect(rule.annotations['summary']).toMatch(/^[A-Z].{10,}[^.]$/);
      expect(rule.annotations['description']).toMatch(/\.$/);
      expect(rule.annotations['runbook_url']).toBe(`{{ $externalLabels.runbooks }}docs/runbooks/${alert}.md`);
      // One test in which the alert fires, and one in which it must not.
      const tests = TESTS.filter(({ alertname }) => alertname === alert);
      const fires = tests.filter(({ exp_alerts: expected = [] }) => expected.length > 0);
      expect({ fires: fires.length > 0, isQuiet: fires.length < tests.length }).toEqual({ fires: true, isQuiet: true });
    },
  );
});

describe('The Alertmanager configuration', () => {
  it("is accepted by Debian's Alertmanager", async () => {
    const path = join(OBSERVABILITY, 'alertmanager.yml');
    const { stdout } = await promisify(execFile)(program('amtool'), ['check-config', path]);
    expect(stdout).toContain('SUCCESS');
  });
});

describe('The runbooks', () => {
  it('exist once per alert and are all listed in the index', () => {
    const alerts = alertingRules().map(({ alert }) => alert);
    expect(runbooks().map(({ alert }) => alert)).toEqual([...alerts].sort());
    const index = readFileSync(join(ROOT, 'docs/runbooks/README.md'), 'utf8');
    expect([...index.matchAll(/^\| \[(\w+)\]\(\1\.md\)/gm)].map(([, name = '']) => name).sort()).toEqual(alerts.sort());
  });

  it.each(runbooks().map((page) => [page.alert, page] as const))(
    'have every required section for %s',
    (alert, page) => {
      const severity = alertingRules().find((rule) => rule.alert === alert)?.labels['severity'];
      expect(page.text).toMatch(severity === 'page' ? /^\*\*Page\.\*\*/m : /^\*\*Ticket\.\*\*/m);
      expect([...page.text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
        'What it means',
        'Confirm',
        'What to do',
        'When to escalate',
        'How to check that it is over',
      ]);
      expect(page.queries.length).toBeGreaterThan(0);
      const links = [...page.text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, path = '']) => path);
      expect(links.filter((path) => !existsSync(join(ROOT, 'docs/runbooks', path)))).toEqual([]);
    },
  );
});

describe('The observability compose file', () => {
  const compose = parse(read('compose.yml'), { merge: true }) as {
    services: Record<string, { image: string; volumes: string[]; secrets?: string[]; ports: string[] }>;
    volumes: object;
    secrets: object;
  };

  it('pins image versions and publishes ports on loopback only', () => {
    for (const { image, ports } of Object.values(compose.services)) {
      expect(image).toMatch(/^docker\.io\/[a-z]+\/[a-z]+:v?\d+\.\d+\.\d+$/);
      expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    }
  });

  it('mounts only existing files and uses every declared volume and secret', () => {
    const mounts = Object.values(compose.services).flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')));
    // Relative to deploy/, the folder of the first of the two compose files.
    const paths = mounts.flatMap(([source = '']) => (source.startsWith('.') ? [source] : []));
    expect(paths.filter((path) => !existsSync(join(dirname(OBSERVABILITY), path)))).toEqual([]);
    const volumes = mounts.flatMap(([source = '']) => (source.startsWith('.') ? [] : [source]));
    expect(volumes.sort()).toEqual(Object.keys(compose.volumes).sort());
    expect(compose.services['alertmanager']?.secrets).toEqual(Object.keys(compose.secrets));
  });

  it('scrapes the services under their names in compose.yml', () => {
    const service = parse(readFileSync(join(OBSERVABILITY, '../compose.yml'), 'utf8'), { merge: true }) as {
      services: object;
    };
    const prometheus = parse(read('prometheus.yml')) as {
      scrape_configs: readonly { job_name: string; dns_sd_configs?: readonly { names: string[]; port: number }[] }[];
    };
    const asked = prometheus.scrape_configs.flatMap(({ dns_sd_configs: names = [] }) => names);
    expect(asked.map(({ port }) => port)).toEqual([3001, 3001]);
    for (const { names } of asked) expect(Object.keys(service.services)).toEqual(expect.arrayContaining(names));
  });

  it('routes alerts to declared receivers by existing labels', () => {
    const { route, receivers } = parse(read('alertmanager.yml')) as {
      route: { receiver: string; routes: readonly { receiver: string; matchers: string[] }[] };
      receivers: readonly { name: string }[];
    };
    expect([route.receiver, ...route.routes.map(({ receiver }) => receiver)].sort()).toEqual(
      receivers.map(({ name }) => name).sort(),
    );
    expect(route.routes.map(({ matchers }) => matchers)).toEqual([['severity="page"']]);
  });
});

describe('The Grafana dashboard', () => {
  const { panels, schemaVersion, templating, uid } = dashboard();

  it('has the schema of Grafana 13, with unique panel ids and no overlapping panels', () => {
    expect({ uid, schemaVersion }).toEqual({ uid: 'procurement', schemaVersion: 42 });
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)}/${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
    expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
      'Objectives',
      'HTTP',
      'Database',
      'Webhooks',
      'Repeated work and jobs',
      'PDF and mail',
      'Processes',
    ]);
  });

  it('has variables for data source, job and instance, and refers to known data sources only', () => {
    expect(templating.list.map(({ name, type }) => [name, type])).toEqual([
      ['datasource', 'datasource'],
      ['job', 'query'],
      ['instance', 'query'],
    ]);
    const text = read('grafana/procurement.json');
    expect([...text.matchAll(/"uid": "([^"]+)"/g)].map(([, name]) => name).filter((name) => !KNOWN.has(name))).toEqual(
      [],
    );
    for (const panel of panels) {
      const letters = (panel.targets ?? []).map(({ refId }) => refId);
      expect(new Set(letters).size).toBe(letters.length);
    }
  });
});

/** The dashboard itself, the data source variable, and Grafana's own source. */
const KNOWN = new Set<string | undefined>(['procurement', '${datasource}', '-- Grafana --']);
