import ts from 'typescript';
import type { Manifest } from './manifests';

/** Modules of kubernetes-types (generated from Kubernetes' OpenAPI documents) by API version. */
const MODULES: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
};

/** Kinds of operators, which kubernetes-types lacks: the parts used here, after the operator's API reference. */
const OF_OPERATORS = `
interface ServiceMonitor {
  apiVersion: 'monitoring.coreos.com/v1';
  kind: 'ServiceMonitor';
  metadata: import('kubernetes-types/meta/v1').ObjectMeta;
  spec: {
    selector: import('kubernetes-types/meta/v1').LabelSelector;
    endpoints: { port: string; path?: string; interval?: string; scrapeTimeout?: string }[];
    podTargetLabels?: string[];
  };
}
interface Labelled {
  expr: string;
  labels?: Record<string, string>;
}
interface PrometheusRule {
  apiVersion: 'monitoring.coreos.com/v1';
  kind: 'PrometheusRule';
  metadata: import('kubernetes-types/meta/v1').ObjectMeta;
  spec: {
    groups: {
      name: string;
      interval?: string;
      rules: (
        | (Labelled & { record: string })
        | (Labelled & { alert: string; for?: string; keep_firing_for?: string; annotations?: Record<string, string> })
      )[];
    }[];
  };
}`;

/**
 * Compiles the objects as literals of the Kubernetes API types: the compiler rejects unknown fields, missing fields and
 * wrong types.
 * @returns one line per fault; empty if there are none
 */
export function fieldFaults(manifests: readonly Manifest[]): string[] {
  const file = `${__dirname}/rendered.ts`;
  const text = [OF_OPERATORS, ...manifests.map(literal)].join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.Latest) : getSourceFile(name, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

function literal(manifest: Manifest, index: number): string {
  const module = MODULES[manifest.apiVersion];
  const type = module === undefined ? manifest.kind : `import('kubernetes-types/${module}').${manifest.kind}`;
  return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
}
