/** Whether each word typed begins a word of the text, in any order: "bd set" finds "Settings of bridge domains (BD)". */
export function matches(text: string, typed: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)) || text.toLowerCase().includes(part))
}
