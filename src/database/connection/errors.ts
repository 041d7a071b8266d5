const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

interface DriverError {
  readonly code?: string;
  readonly constraint?: string;
  readonly driverError?: DriverError;
}

/** PostgreSQL's five characters, or the socket's or TypeORM's own code; undefined for an error without any. */
export function sqlState(error: unknown): string | undefined {
  const found = error as DriverError | null;
  const code: unknown = found?.code ?? found?.driverError?.code;
  return typeof code === 'string' ? code : undefined;
}

/** The constraint that a statement ran into, by name; undefined for any other error. */
export function constraintOf(error: unknown): string | undefined {
  const found = error as DriverError | null;
  return found?.constraint ?? found?.driverError?.constraint;
}

/** Whether the error is a unique violation (23505), of this constraint if one is named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === UNIQUE_VIOLATION && (constraint === undefined || constraintOf(error) === constraint);
}

/** Whether the error is a foreign key violation (23503): the record is still referred to, or the one referred to is missing. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === FOREIGN_KEY_VIOLATION;
}
