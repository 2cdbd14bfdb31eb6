/** A line of the palette. */
export type PaletteEntry = {
  readonly id: string
  readonly text: string
  readonly kind: string
  /** Beside it: the label of a class, the keys of an action. */
  readonly note?: string | undefined
  readonly isCode?: boolean
  /** Found by the server, which searches more than the text. */
  readonly isFound?: boolean
  /** Where it leads; such an entry can be recent. */
  readonly href?: string
  /** Choosing it adds entries to the list. */
  readonly staysOpen?: boolean
  readonly onSelect?: () => void
}
