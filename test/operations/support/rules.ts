import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const OBSERVABILITY = join(__dirname, '../../../deploy/observability');

export interface RecordingRule {
  readonly record: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface AlertingRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface RuleFile {
  readonly groups: readonly {
    readonly name: string;
    readonly interval?: string;
    readonly rules: readonly (RecordingRule | AlertingRule)[];
  }[];
}

export function ruleFiles(): { readonly name: string; readonly content: RuleFile }[] {
  const folder = join(OBSERVABILITY, 'rules');
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, content: parse(readFileSync(join(folder, name), 'utf8')) as RuleFile }));
}

const rules = (): readonly (RecordingRule | AlertingRule)[] =>
  ruleFiles().flatMap(({ content }) => content.groups.flatMap((group) => group.rules));

export const alertingRules = (): AlertingRule[] => rules().filter((rule) => 'alert' in rule);

export const recordingRules = (): RecordingRule[] => rules().filter((rule) => 'record' in rule);
