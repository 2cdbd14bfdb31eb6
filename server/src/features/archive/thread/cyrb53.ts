const PRIMES = [2654435761, 1597334677, 2246822507, 3266489909] as const

/**
 * cyrb53 by bryc (github.com/bryc/code, public domain), a 53-bit hash: cheap and well distributed, but collisions can
 * be constructed.
 */
export function hashOfText(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, PRIMES[0])
    low = Math.imul(low ^ unit, PRIMES[1])
  }
  high = Math.imul(high ^ (high >>> 16), PRIMES[2]) ^ Math.imul(low ^ (low >>> 13), PRIMES[3])
  low = Math.imul(low ^ (low >>> 16), PRIMES[2]) ^ Math.imul(high ^ (high >>> 13), PRIMES[3])
  return 4294967296 * (2097151 & low) + (high >>> 0)
}

/** The hash that decides where a chunk ends. */
export const cutHashOf = (text: string): number => hashOfText(text) % 4294967296
