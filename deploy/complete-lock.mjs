#!/usr/bin/env node
/**
 * Adds optional packages of other platforms to package-lock.json.
 *
 * A registry mirror for only one platform omits the others from the lock, and `npm ci` then fails ("Missing: … from
 * lock file"). A stub entry with version, operating system and CPU is sufficient. npm skips packages of other
 * platforms; on their platform it downloads them by name and version.
 *
 * Run it after every change of a dependency: `node deploy/complete-lock.mjs`. `--check` changes nothing and fails if an
 * entry is missing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const SYSTEMS = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony'];
// Package names contain `windows` instead of npm's `win32`, and may qualify the CPU (`arm64-musl`, `arm-gnueabihf`).
const ALIASES = new Map([['windows', 'win32']]);
const PROCESSORS = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el'];

/** The paths at which npm would look for `name` required by the package at `from`, nearest first. */
function* candidates(from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/'))).replace(/\/$/, '')) {
    yield `${base === '' ? '' : `${base}/`}node_modules/${name}`;
    if (base === '') return;
  }
}

/** The platform in a package's name: `@swc/core-linux-arm-gnueabihf` is linux on arm. */
function platformOf(name) {
  const words = name.split(/[/-]/).map((word) => ALIASES.get(word) ?? word);
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  if (os === undefined || cpu === undefined) throw new Error(`Cannot tell the platform of ${name} from its name`);
  return { os: [os], cpu: [cpu] };
}

function missingStubs(packages) {
  const stubs = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if ([...candidates(path, name)].some((place) => place in packages)) continue;
      const version = range.replace(/^[\^~=v]+/, '');
      const dev = entry.dev === true ? { dev: true } : {};
      const { cpu, os } = platformOf(name);
      // npm's order of fields, so that the next install does not change the lock.
      stubs[`node_modules/${name}`] = { version, cpu, ...dev, optional: true, os };
    }
  }
  return stubs;
}

const text = readFileSync(LOCK, 'utf8');
const lock = JSON.parse(text);
const stubs = missingStubs(lock.packages);
const names = Object.keys(stubs);

if (names.length === 0) {
  console.log('package-lock.json names every platform.');
} else if (process.argv.includes('--check')) {
  console.error(`package-lock.json lacks ${names.length} optional packages; run node deploy/complete-lock.mjs`);
  process.exitCode = 1;
} else {
  // npm's order of entries; the next install would undo any other order.
  const entries = Object.entries({ ...lock.packages, ...stubs }).sort(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries(entries);
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json: added ${names.length} optional packages of other platforms.`);
}
