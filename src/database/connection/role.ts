import type { QueryRunner } from 'typeorm';

/** Name of the service's role when the environment names no other. */
export const DEFAULT_ROLE = 'procurement_service';

const roles = new WeakMap<object, string>();

/** Tells the migrations run by this data source which role to grant to. */
export function useRole(dataSource: object, role: string): void {
  roles.set(dataSource, role);
}

/** The role that migrations grant to. */
export function roleName(runner: QueryRunner): string {
  return roles.get(runner.dataSource) ?? DEFAULT_ROLE;
}
