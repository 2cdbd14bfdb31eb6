/** Names with one of them at another place. */
export function movedName(names: readonly string[], from: number, to: number): readonly string[] {
  const name = names[from]
  if (name === undefined || to < 0 || to >= names.length) return names
  return names.toSpliced(from, 1).toSpliced(to, 0, name)
}

type Offered = { readonly name: string; readonly label: string; readonly naming?: boolean }

/** Properties as the picker offers them: naming ones, then those the canvas uses already, then the others. */
export function offeredProperties<P extends Offered>(
  properties: readonly P[],
  used: ReadonlySet<string>,
  text: string,
): readonly P[] {
  const wanted = text.trim().toLowerCase()
  const hits = properties.filter(({ name, label }) => `${name}\n${label}`.toLowerCase().includes(wanted))
  const rank = ({ name, naming }: P): number => (naming ? 0 : used.has(name) ? 1 : 2)
  return [0, 1, 2].flatMap((group) => hits.filter((property) => rank(property) === group))
}
