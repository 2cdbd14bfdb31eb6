/** An error as data. Posting the error itself would lose the names of our own classes, and codes. */
export type PostedError = {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  /** Simple properties such as `code`. */
  readonly details: Readonly<Record<string, unknown>>
  readonly cause: PostedError | undefined
}

const BUILT_IN = new Map(
  [RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((type) => [type.name, type]),
)
const SIMPLE = new Set(['string', 'number', 'boolean'])

export function postedError(error: unknown): PostedError {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, details: {}, cause: undefined }
  const details = Object.fromEntries(Object.entries(error).filter(([, value]) => SIMPLE.has(typeof value)))
  const cause = error.cause === undefined ? undefined : postedError(error.cause)
  return { name: error.name, message: error.message, stack: error.stack, details, cause }
}

/** The error with its name, stack and built-in class; other classes are not known on this side. */
export function receivedError({ name, message, stack, details, cause }: PostedError): Error {
  const error = new (BUILT_IN.get(name) ?? Error)(message, cause && { cause: receivedError(cause) })
  Object.assign(error, details)
  for (const [key, value] of Object.entries({ name, stack }))
    Object.defineProperty(error, key, { value, configurable: true, writable: true })
  return error
}
