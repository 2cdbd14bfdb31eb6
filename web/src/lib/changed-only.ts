/**
 * The fields of a body that differ from those a form began with: what somebody else saved in other fields meanwhile
 * stays as it is.
 */
export const changedOnly = <T extends object>(body: T, stored: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name as keyof T])),
  ) as Partial<T>
