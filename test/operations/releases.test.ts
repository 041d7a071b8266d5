import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { serviceVersion } from '../../src/platform/config/version';
import { program } from '../support/programs/program';

const ROOT = join(__dirname, '../..');
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function script(path: string, ...args: string[]): { readonly code: number | null; readonly said: string } {
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, path), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, said: stdout };
}

describe('The changelog', () => {
  const SECTIONS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
  const headings = [...textOf('CHANGELOG.md').matchAll(/^(#+) (.*)$/gm)].map(([, level, text]) => ({
    level: level?.length,
    text: text ?? '',
  }));
  const releases = headings.filter(({ level }) => level === 2).map(({ text }) => text);

  it('has the format of Keep a Changelog: unreleased changes first, then each release with its date', () => {
    expect(releases[0]).toBe('[Unreleased]');
    for (const release of releases.slice(1)) expect(release).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/);
    const sections = headings.filter(({ level }) => level === 3).map(({ text }) => text);
    expect(sections.filter((section) => !SECTIONS.includes(section))).toEqual([]);
  });

  it('contains the version of package.json, unless it is a development version', () => {
    const known = releases.slice(1).map((release) => /^\[(.*)\]/.exec(release)?.[1]);
    expect(serviceVersion()).toMatch(/^\d+\.\d+\.\d+(-dev)?$/);
    if (serviceVersion().endsWith('-dev')) expect(known).not.toContain(serviceVersion().replace('-dev', ''));
    else expect(known[0]).toBe(serviceVersion());
    const upgrading = textOf('docs/upgrading.md');
    for (const release of known) expect(upgrading).toContain(`| ${release} `);
  });
});

describe('The software bill of materials of the image', () => {
  const schemas = join(dirname(require.resolve('@cyclonedx/cyclonedx-library/package.json')), 'res/schema');
  const schema = (name: string): object => JSON.parse(readFileSync(join(schemas, name), 'utf8')) as object;
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  ajv.addFormat('iri-reference', true).addFormat('idn-email', true);
  ajv.addSchema(schema('spdx.SNAPSHOT.schema.json'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json');
  ajv.addSchema(schema('jsf-0.82.SNAPSHOT.schema.json'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json');
  const isCycloneDx = ajv.compile(schema('bom-1.5.SNAPSHOT.schema.json'));

  interface Bom {
    readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
    readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string }[];
  }

  it('is valid CycloneDX, reproducible, and lists each npm package of production', () => {
    const { said } = script('deploy/image/sbom.mjs', 'npm');
    expect(script('deploy/image/sbom.mjs', 'npm').said).toBe(said);
    const bom = JSON.parse(said) as Bom;
    expect([isCycloneDx(bom), isCycloneDx.errors]).toEqual([true, null]);
    expect(bom.metadata.component).toMatchObject({ name: 'procurement-service', version: serviceVersion() });
    const { packages } = JSON.parse(textOf('package-lock.json')) as {
      packages: Record<string, { version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean }>;
    };
    const expected = Object.entries(packages)
      .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
      .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`);
    const listed = bom.components.map(({ name, version }) => `${name}@${version}`);
    expect([...new Set(expected)].filter((entry) => !listed.includes(entry))).toEqual([]);
    expect(listed.length).toBeGreaterThan(100);
    expect(listed.filter((entry) => /^(jest|typescript|eslint|prettier)@/.test(entry))).toEqual([]);
  });

  it('lists each Debian package with its version', () => {
    const bom = JSON.parse(script('deploy/image/sbom.mjs', 'debian').said) as Bom;
    expect([isCycloneDx(bom), isCycloneDx.errors]).toEqual([true, null]);
    const libc = bom.components.find(({ name }) => name === 'libc6');
    expect(libc?.purl).toMatch(/^pkg:deb\/debian\/libc6@[^@]+\?arch=\w+&distro=\w+$/);
    expect(libc?.version).toBe(execFileSync('dpkg-query', ['-W', '-f', '${Version}', 'libc6'], { encoding: 'utf8' }));
  });
});

describe('The signature of an image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'procurement-signature-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const keys = (name: string): void => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    writeFileSync(join(folder, `${name}.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(join(folder, `${name}.pub`), publicKey.export({ type: 'spki', format: 'pem' }));
  };
  const image = (digit: string): string => `example/procurement-service@sha256:${digit.repeat(64)}`;
  const signature = (action: string, digit: string, key: string): number | null =>
    script('deploy/image/signature.mjs', action, image(digit), join(folder, key), folder).code;

  it('verifies with the public key, also with openssl, and with no other key, image or payload', () => {
    keys('ours');
    keys('other');
    expect(signature('sign', 'a', 'ours.pem')).toBe(0);
    expect(signature('verify', 'a', 'ours.pub')).toBe(0);
    expect(signature('verify', 'a', 'other.pub')).toBe(1);
    expect(signature('verify', 'b', 'ours.pub')).toBe(1);

    const payload = join(folder, 'payload.json');
    const raw = join(folder, 'raw.sig');
    writeFileSync(raw, Buffer.from(readFileSync(`${payload}.sig`, 'utf8'), 'base64'));
    const openssl = (): number | null =>
      spawnSync(program('openssl'), [
        'dgst',
        '-sha256',
        '-verify',
        join(folder, 'ours.pub'),
        '-signature',
        raw,
        payload,
      ]).status;
    expect(openssl()).toBe(0);
    writeFileSync(payload, readFileSync(payload, 'utf8').replaceAll('a'.repeat(64), 'b'.repeat(64)));
    expect(openssl()).toBe(1);
    expect(signature('verify', 'b', 'ours.pub')).toBe(1);
  });
});
