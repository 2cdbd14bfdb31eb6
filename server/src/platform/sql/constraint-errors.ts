/** The PostgreSQL error behind whatever wrapped it. */
function databaseError(error: unknown): { code: string; constraint?: string } | undefined {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current as unknown as { code: string; constraint?: string }
  }
  return undefined
}

const constraintOf = (error: unknown, code: string): string | undefined => {
  const found = databaseError(error)
  return found?.code === code ? (found.constraint ?? '') : undefined
}

/** Name of the unique constraint or index an insert or update ran into; undefined for any other error. */
export const uniqueViolation = (error: unknown): string | undefined => constraintOf(error, '23505')

/** Name of the foreign key that a delete or insert ran into; undefined for any other error. */
export const foreignKeyViolation = (error: unknown): string | undefined => constraintOf(error, '23503')
