#!/usr/bin/env node
/**
 * Lists the packages in the image, as CycloneDX 1.5 JSON on standard output.
 *
 *   node deploy/image/sbom.mjs npm      production npm packages of package-lock.json (`npm sbom`)
 *   node deploy/image/sbom.mjs debian   installed Debian packages (`dpkg-query`)
 *
 * The random number and the time of npm's list are omitted (CycloneDX does not require them), so that equal contents
 * produce an equal file.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MOST_BYTES = 64 * 1024 * 1024;

const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: MOST_BYTES });

const byReference = (one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1);

/**
 * Uses a package.json without development packages, because `npm sbom` (11.19) with its omit option also drops
 * production packages such as pg-pool.
 */
function npmPackages() {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  const inFolder = (...args) => run('npm', ...args, '--package-lock-only', '--prefix', folder);
  try {
    const { devDependencies, optionalDependencies, ...production } = JSON.parse(readFileSync('package.json', 'utf8'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify(production));
    copyFileSync('package-lock.json', join(folder, 'package-lock.json'));
    inFolder('install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
    const list = JSON.parse(inFolder('sbom', '--sbom-format=cyclonedx'));
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    const installed = new Set(
      Object.entries(packages)
        .filter(([, { optional }]) => !optional)
        .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`),
    );
    delete list.serialNumber;
    delete list.metadata.timestamp;
    // npm uses the name of its working folder.
    list.metadata.component.name = production.name;
    list.metadata.component.type = 'application';
    const isInstalled = ({ name, version }) => installed.has(`${name}@${version}`);
    const kept = list.components.filter(isInstalled).sort(byReference);
    const references = new Set([list.metadata.component, ...kept].map((component) => component['bom-ref']));
    const dependencies = list.dependencies
      .filter(({ ref }) => references.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => references.has(other)) }));
    return { ...list, components: kept, dependencies };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function debianPackages() {
  const release = Object.fromEntries(
    [...readFileSync('/etc/os-release', 'utf8').matchAll(/^(\w+)="?([^"\n]*)"?$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  const rows = run('dpkg-query', '--show', '--showformat=${Package}\t${Version}\t${Architecture}\n').trim().split('\n');
  const components = rows.map((row) => {
    const [name, version, architecture] = row.split('\t');
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}&distro=${release.VERSION_CODENAME}`;
    return { 'bom-ref': purl, type: 'library', name, version, purl };
  });
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        'bom-ref': 'operating-system',
        type: 'operating-system',
        name: release.ID,
        version: release.VERSION_ID,
      },
    },
    components: components.sort(byReference),
  };
}

const KINDS = { npm: npmPackages, debian: debianPackages };
const kind = process.argv[2];
if (!Object.hasOwn(KINDS, kind ?? '')) {
  console.error('usage: sbom.mjs npm|debian');
  process.exit(64);
}
process.stdout.write(`${JSON.stringify(KINDS[kind](), undefined, 2)}\n`);
