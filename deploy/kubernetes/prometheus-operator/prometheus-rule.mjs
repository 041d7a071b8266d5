#!/usr/bin/env node
/**
 * Writes prometheus-rule.yaml: the rules of deploy/observability in the format of the Prometheus operator. Run it after
 * a change of the rules (`npm run rules:generate`); a test compares both.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

const RULES = new URL('../../observability/rules/', import.meta.url);
const TARGET = fileURLToPath(new URL('prometheus-rule.yaml', import.meta.url));

const groups = readdirSync(RULES)
  .sort()
  .flatMap((name) => parse(readFileSync(new URL(name, RULES), 'utf8')).groups);
const rule = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'procurement', labels: { 'app.kubernetes.io/name': 'procurement' } },
  spec: { groups },
};
const words =
  '# Generated from deploy/observability/rules by prometheus-rule.mjs. Change those and run `npm run rules:generate`.\n';
writeFileSync(TARGET, words + stringify(rule, { singleQuote: true, lineWidth: 0 }));
