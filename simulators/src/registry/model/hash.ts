/** A deterministic number between 0 and 2³² for a text (FNV-1a with a final mix). */
export function hash(text: string): number {
  let state = 0x811c9dc5
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  state ^= state >>> 15
  state = Math.imul(state, 0x2c1b3c6d)
  return (state ^ (state >>> 13)) >>> 0
}
