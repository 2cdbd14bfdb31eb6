/**
 * The first items of several lists that fit in so many characters of JSON together, each list in its order; the first
 * lists take what they need. Returns how much room is left, and whether anything was cut.
 */
export function fitItems<Name extends string, Item>(
  lists: Readonly<Record<Name, readonly Item[]>>,
  room: number,
): { readonly lists: Record<Name, Item[]>; readonly room: number; readonly isCut: boolean } {
  let left = room
  let isCut = false
  const fitted = {} as Record<Name, Item[]>
  for (const name of Object.keys(lists) as Name[]) {
    const kept: Item[] = []
    for (const item of lists[name]) {
      const size = JSON.stringify(item).length + 1
      if (size > left) {
        isCut = true
        break
      }
      kept.push(item)
      left -= size
    }
    fitted[name] = kept
  }
  return { lists: fitted, room: left, isCut }
}
