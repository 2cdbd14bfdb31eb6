export type Completable = {
  readonly columns: readonly string[]
  readonly functions: readonly string[]
  readonly methods: readonly string[]
}

type ExpressionCompletion = {
  readonly label: string
  readonly apply: string
  readonly type: 'variable' | 'function' | 'method'
}

/** What may be written at the end of a text, and where the word begins that it would replace. */
export function completionsOf(
  before: string,
  { columns, functions, methods }: Completable,
): { readonly from: number; readonly options: readonly ExpressionCompletion[] } | undefined {
  // An odd number of quotes: a text goes on.
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1 || (before.match(/'/g)?.length ?? 0) % 2 === 1) return undefined
  const method = /[\w\])"']\.(\w*)$/.exec(before)
  if (method && !/(^|[^\w.)\]"'])\d+\.\d*$/.test(before)) {
    const from = before.length - method[1]!.length
    return { from, options: methods.map((name) => ({ label: name, apply: `${name}(`, type: 'method' })) }
  }
  const word = /[A-Za-z_]\w*$/.exec(before)?.[0] ?? ''
  return {
    from: before.length - word.length,
    options: [
      ...columns.map((name) => ({ label: name, apply: columnText(name), type: 'variable' as const })),
      ...functions.map((name) => ({ label: name, apply: `${name}(`, type: 'function' as const })),
    ],
  }
}

/** A column in an expression: as it is if it can be a name there, else `row["VRF.name"]`. */
const columnText = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `row[${JSON.stringify(name)}]`)
