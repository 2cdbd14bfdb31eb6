/** The PostgreSQL error, however it is wrapped. */
function databaseError(error: unknown): { code: string; constraint?: string } | undefined {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string')
      return current as unknown as { code: string; constraint?: string }
  }
  return undefined
}

const constraintOf = (error: unknown, code: string): string | undefined => {
  const found = databaseError(error)
  return found?.code === code ? (found.constraint ?? '') : undefined
}

/** The unique constraint or index that an insert or update violated; undefined for any other error. */
export const uniqueViolation = (error: unknown): string | undefined => constraintOf(error, '23505')

/** The foreign key that a delete or insert violated; undefined for any other error. */
export const foreignKeyViolation = (error: unknown): string | undefined => constraintOf(error, '23503')
