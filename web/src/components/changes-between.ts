type Change = { readonly name: string; readonly before: unknown; readonly after: unknown }

/** They follow from a change, or come and go without one. */
const SILENT = /^etag$|_at$|_count$|_by$|^last_(?:run|test)|_hash$|^version_history$/

/** How a form calls the fields of the wire, such as `quota.queries_max`. */
export type FieldLabels = Readonly<Record<string, string>>

/** What differs between two readings of the same thing, by the names that its form gives to the fields. */
export const changesBetween = (before: object, after: object, labels: FieldLabels = {}): readonly Change[] =>
  changesBelow('', before, after).map((change) => ({ ...change, name: labels[change.name] ?? inWords(change.name) }))

const inWords = (name: string): string => {
  const plain = name.replaceAll('.', ', ').replaceAll('_', ' ')
  return `${plain.slice(0, 1).toUpperCase()}${plain.slice(1)}`
}

function changesBelow(path: string, before: object, after: object): readonly Change[] {
  const [old, fresh] = [before, after] as readonly Readonly<Record<string, unknown>>[]
  return [...new Set([...Object.keys(old!), ...Object.keys(fresh!)])]
    .filter((name) => !SILENT.test(name))
    .flatMap((name) => {
      const [was, is] = [old![name], fresh![name]]
      if (JSON.stringify(was) === JSON.stringify(is)) return []
      const named = `${path}${name}`
      return isPlainObject(was) && isPlainObject(is)
        ? changesBelow(`${named}.`, was, is)
        : [{ name: named, before: was, after: is }]
    })
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
