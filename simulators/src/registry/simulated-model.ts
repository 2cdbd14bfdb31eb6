/** A class model that can be served: the documents of all its classes, made when they are asked for. */
export type SimulatedModel = {
  /** `fv:BD`, in the order of the model: containers and superclasses mostly before what needs them. */
  readonly classNames: readonly string[]
  /** The document with its one key, the class name; undefined for a class the model has not. Do not change it: callers may share it. */
  document(name: string): object | undefined
  /** The same as text, as it goes over the wire. */
  json(name: string): string | undefined
}

/** `{"fv:BD": {…}}` → `{…}`: what stands below the one key of a class document. */
export function classBody(document: object): Readonly<Record<string, unknown>> {
  const [body] = Object.values(document) as unknown[]
  return (body ?? {}) as Readonly<Record<string, unknown>>
}
