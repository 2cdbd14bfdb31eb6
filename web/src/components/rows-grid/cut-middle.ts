/**
 * A DN in the room of so many letters: its beginning and its end, which is where DNs differ. What is sought stays in
 * sight. Undefined if it fits as it is.
 */
export function cutMiddle(text: string, room: number, sought = ''): { head: string; tail: string } | undefined {
  if (text.length <= room || room < 8) return undefined
  const place = sought === '' ? -1 : text.toLowerCase().indexOf(sought.toLowerCase())
  const left = room - 1
  const last = lastName(text)
  const tail = Math.min(Math.max(last.length, Math.ceil(left / 2)), Math.ceil(left * 0.75))
  const head = left - tail
  const isHidden = place >= 0 && place + sought.length > head && place < text.length - tail
  if (isHidden) {
    const start = Math.min(place, text.length - (left - Math.min(6, head)))
    return { head: text.slice(0, Math.min(6, head)), tail: text.slice(start, start + left - Math.min(6, head)) }
  }
  return { head: text.slice(0, head), tail: text.slice(text.length - tail) }
}

/** What comes after the last slash that is not inside of brackets, with the slash. */
function lastName(dn: string): string {
  let depth = 0
  for (let index = dn.length - 1; index > 0; index -= 1) {
    if (dn[index] === ']') depth += 1
    else if (dn[index] === '[') depth -= 1
    else if (dn[index] === '/' && depth === 0) return dn.slice(index)
  }
  return dn
}
