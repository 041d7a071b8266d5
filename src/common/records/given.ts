/** The members without undefined values. */
export function omitUndefined<T extends object>(members: {
  readonly [Name in keyof T]: T[Name] | undefined;
}): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}
