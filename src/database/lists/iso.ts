/** @returns SQL of an instant as every answer shows it: ISO 8601 in UTC with milliseconds */
export function isoSql(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
