export type PropertyInfo = {
  readonly name: string
  /** The value if an object sets none. */
  readonly defaultValue: string
  readonly configurable: boolean
  readonly numeric: boolean
  readonly secure: boolean
  readonly naming: boolean
  /** Symbolic values of enumerations and booleans; others are refused in filters. */
  readonly values: ReadonlySet<string> | undefined
}

export type ClassInfo = {
  readonly name: string
  readonly rnFormat: string
  readonly configurable: boolean
  readonly properties: ReadonlyMap<string, PropertyInfo>
  /** Concrete subclasses of an abstract class. */
  readonly concrete: readonly string[]
}
