/** A class model that can be served: the documents of all its classes, written on demand. */
export type SimulatedModel = {
  /** Names such as `fv:BD`, in the order of the model: containers and superclasses mostly come first. */
  readonly classNames: readonly string[]
  /** The document with its single key, the class name; undefined for an unknown class. Do not change it. */
  document(name: string): object | undefined
  /** The document as the text sent over the wire. */
  json(name: string): string | undefined
}

/** `{"fv:BD": {…}}` → `{…}`: the value of a class document's single key. */
export function classBody(document: object): Readonly<Record<string, unknown>> {
  const [body] = Object.values(document) as unknown[]
  return (body ?? {}) as Readonly<Record<string, unknown>>
}
