#!/usr/bin/env node
/**
 * Divides the processor time of Node among the stages of a request: `node bench/stages.mjs FILE.cpuprofile`. Record one
 * with `npm run bench -- --parts throughput --workloads W1 --variant "--cpu-prof --cpu-prof-dir=FOLDER"`.
 */
import { readFileSync } from 'node:fs';

/** A sample belongs to the first stage that matches a frame, from the innermost frame outwards. */
const STAGES = [
  ['Garbage collection', /^\(garbage collector\)/],
  ['Async context (AsyncLocalStorage)', /node:(internal\/)?async_hooks/],
  ['Security headers', /node_modules\/helmet/],
  ['Rate limit in Redis', /node_modules\/(ioredis|@nestjs\/throttler|redis-)|platform\/(rate-limits|redis)/],
  ['Token check', /organisation\/auth|node_modules\/passport/],
  ['Log', /node_modules\/(nestjs-pino|pino|@pinojs|sonic-boom|safe-stable)|platform\/logging/],
  ['Metrics', /node_modules\/prom-client|platform\/metrics|request-metrics|pool-metrics/],
  ['PostgreSQL driver', /node_modules\/(pg|pg-\w+|postgres-\w+)\/|platform\/database\/connection/],
  ['Unit of work, TypeORM', /platform\/database|node_modules\/typeorm/],
  ['Validation', /node_modules\/class-|platform\/validation|core\/pipes|http\/routing\/parameters/],
  ['Guards', /core\/guards|http\/guards|reflect-metadata|services\/reflector/],
  ['Interceptors, envelope', /core\/interceptors|node_modules\/rxjs|http\/(forms|idempotency|turns)/],
  ['Request context, tracing', /platform\/(tracing|http\/request)/],
  [
    'JSON and response',
    /node_modules\/(express\/lib\/response|express\/lib\/utils|content-type|@nestjs\/platform-express)/,
  ],
  ['Router', /node_modules\/(router|path-to-regexp|express|finalhandler|parseurl)/],
  ['Rules and presenting', /\/(procurement|common|history|integration|messages|operations|organisation)\/|big\.js/],
  ['Nest', /node_modules\/@nestjs/],
];
/** Node's modules count for the stage that calls them. */
const UNCALLED = 'HTTP server of Node';

const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const byId = new Map(nodes.map((node) => [node.id, node]));
const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
const stageOfNode = new Map();

const nameOf = ({ callFrame: { functionName, url } }) => `${functionName} ${url}`;

function stageOf(id) {
  for (let at = id; at !== undefined; at = parents.get(at)) {
    const name = nameOf(byId.get(at));
    const found = STAGES.find(([, pattern]) => pattern.test(name));
    if (found) return found[0];
  }
  return UNCALLED;
}

const spent = new Map([...STAGES, [UNCALLED]].map(([stage]) => [stage, 0]));
let total = 0;
// The first half contains the start and the compilation of hot code.
samples.slice(samples.length / 2).forEach((id, place) => {
  if (nameOf(byId.get(id)).startsWith('(idle)')) return;
  if (!stageOfNode.has(id)) stageOfNode.set(id, stageOf(id));
  const time = timeDeltas[Math.floor(samples.length / 2) + place];
  spent.set(stageOfNode.get(id), spent.get(stageOfNode.get(id)) + time);
  total += time;
});
const rows = [...spent]
  .sort(([, a], [, b]) => b - a)
  .map(([stage, time]) => [stage, ((100 * time) / total).toFixed(1)]);
console.log(['| Stage | % of Node |', '| --- | --- |', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'));
