/** One of the values of a field. */
export type FieldChoice<V extends string = string> = {
  readonly value: V
  /** Shown beside the value, such as the label of a class. */
  readonly note?: string
  /** Shown instead of the value. */
  readonly label?: string
}

/** What is exactly that first, then what begins with it. */
export function choicesMatching<C extends FieldChoice>(choices: readonly C[], typed: string): readonly C[] {
  const text = typed.trim().toLowerCase()
  const rank = ({ value, label = '', note = '' }: FieldChoice): number => {
    const names = [value.toLowerCase(), label.toLowerCase()]
    if (names.includes(text)) return 0
    if (names.some((name) => name.startsWith(text))) return 1
    return [...names, note.toLowerCase()].some((name) => name.includes(text)) ? 2 : 3
  }
  return [0, 1, 2].flatMap((wanted) => choices.filter((choice) => rank(choice) === wanted))
}
