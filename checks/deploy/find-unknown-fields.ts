/**
 * Fields of a document that its schema does not know. Validators compiled from the schemas of Kubernetes accept any
 * field, as old clients must: here each field that they never look at is reported, which finds `replica: 2`.
 */
export function findUnknownFields(document: object, validate: (data: object) => void): string[] {
  const read = new Map<object, Set<string>>()
  validate(watch(document, read))
  return [...read].flatMap(([object, known]) => Object.keys(object).filter((name) => !known.has(name)))
}

/** The same object, which remembers what is read from it, and from the objects within. */
function watch(object: object, read: Map<object, Set<string>>): object {
  const known = read.get(object) ?? new Set<string>()
  read.set(object, known)
  return new Proxy(object, {
    get: (target, name) => {
      if (typeof name === 'string') known.add(name)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'object' && value !== null ? watch(value, read) : value
    },
  })
}
