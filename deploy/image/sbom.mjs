#!/usr/bin/env node
/**
 * Lists what is in the image, as CycloneDX 1.5 JSON on standard output.
 *
 *   node deploy/image/sbom.mjs npm      the npm packages of production that package-lock.json names (`npm sbom`)
 *   node deploy/image/sbom.mjs debian   the packages of Debian that are installed (`dpkg-query`)
 *
 * npm gives each list a random number and the time; both are left out (CycloneDX needs neither), so that equal contents are
 * an equal file.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MOST_BYTES = 64 * 1024 * 1024;

const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: MOST_BYTES });

const byReference = (one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1);

/**
 * Of a package.json without the packages of development: told to leave them out, `npm sbom` (11.19) leaves out packages of
 * production too, such as pg-pool.
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
    // npm names the folder it ran in.
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
