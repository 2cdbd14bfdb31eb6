/** FNV-1a over words: detects truncated, flipped or overwritten data, but not deliberate changes. */
export function checksum(words: Uint32Array): number {
  let sum = 0x811c9dc5
  // An indexed loop: iterating over the millions of words of an index takes ten times as long.
  for (let at = 0; at < words.length; at++) sum = Math.imul(sum ^ words[at]!, 0x01000193)
  return sum >>> 0
}
