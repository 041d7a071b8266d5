import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Calls, ClosedLoop } from '../load/closed-loop';
import type { Scale } from '../scale';
import type { Stage } from '../stage/stage';
import { createOrder, firstPage, getOrder } from '../workloads/calls';

/** Share of the busy time by where the code stands, the largest first. */
export type Shares = Readonly<Record<string, number>>;

/** Where the service's own processor time goes, workload by workload. */
export interface Profile {
  readonly places: Shares;
  readonly functions: Shares;
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Runs each workload under V8's sampling profiler. */
export async function profile(
  stage: Stage,
  scale: Scale,
  say: (what: string) => void,
): Promise<Readonly<Record<string, Profile>>> {
  const workloads: Record<string, Calls> = {
    W1: getOrder(scale),
    W2: firstPage(scale),
    W3: createOrder(scale.crowd),
  };
  const found: Record<string, Profile> = {};
  for (const [name, calls] of Object.entries(workloads)) {
    const folder = mkdtempSync(join(tmpdir(), 'procurement-bench-profile-'));
    const service = await stage.service(name, 1, {}, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    const loop = new ClosedLoop(service.address, scale.connections);
    await loop.run(calls, scale.sliceSeconds * 4);
    await loop.close();
    await service.stop();
    const [file] = readdirSync(folder);
    found[name] = read(JSON.parse(readFileSync(join(folder, file ?? ''), 'utf8')) as CpuProfile);
    rmSync(folder, { recursive: true, force: true });
    for (const [kind, shares] of Object.entries(found[name])) {
      const top = Object.entries(shares as Shares).slice(0, kind === 'places' ? 14 : 25);
      say(`${name} ${kind}: ${top.map(([place, share]) => `${place} ${(share * 100).toFixed(1)} %`).join(', ')}`);
    }
  }
  return found;
}

function read({ nodes, samples, timeDeltas }: CpuProfile): Profile {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const places = new Map<string, number>();
  const functions = new Map<string, number>();
  let busy = 0;
  // The first half is start-up and warming.
  for (let index = Math.floor(samples.length / 2); index < samples.length; index += 1) {
    const frame = frames.get(samples[index] ?? 0);
    const time = timeDeltas[index] ?? 0;
    if (!frame || frame.functionName === '(idle)') continue;
    busy += time;
    const place = placeOf(frame.url, frame.functionName);
    add(places, place, time);
    add(functions, `${frame.functionName || '(anonymous)'}@${place}:${frame.lineNumber + 1}`, time);
  }
  return { places: sharesOf(places, busy), functions: sharesOf(functions, busy) };
}

function placeOf(url: string, name: string): string {
  if (url === '') return name;
  if (url.startsWith('node:')) return url;
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url);
  return library?.[1] ?? /dist\/([^/]+)/.exec(url)?.[1] ?? url;
}

function add(sums: Map<string, number>, key: string, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}

function sharesOf(sums: ReadonlyMap<string, number>, whole: number): Shares {
  const sorted = [...sums].sort(([, one], [, other]) => other - one).slice(0, 40);
  return Object.fromEntries(sorted.map(([key, value]) => [key, value / whole]));
}
