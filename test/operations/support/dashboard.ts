import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OBSERVABILITY } from './rules';

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

export interface Dashboard {
  readonly uid: string;
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
}

export const dashboard = (): Dashboard =>
  JSON.parse(readFileSync(join(OBSERVABILITY, 'grafana/procurement.json'), 'utf8')) as Dashboard;

/** Every query of the dashboard by panel title, with all jobs and instances selected. */
export function dashboardQueries(): { readonly panel: string; readonly expr: string }[] {
  const variables: Readonly<Record<string, string>> = {
    $__rate_interval: '1m',
    $job: 'procurement.*',
    $instance: '.*',
  };
  return dashboard().panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      panel: title,
      expr: expr.replace(/\$\w+/g, (variable) => variables[variable] ?? variable),
    })),
  );
}
