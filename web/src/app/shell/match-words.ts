/** Whether the text contains each of the words typed, in any order: "bri set" finds "Settings of bridge domains". */
export function matches(text: string, typed: string): boolean {
  const lower = text.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => lower.includes(part))
}
