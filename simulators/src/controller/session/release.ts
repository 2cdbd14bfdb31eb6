/** Parses `6.2(1g)`, `4.1(2m)`; anything else is treated as the newest release. */
export function isAtLeast(release: string, major: number, minor: number): boolean {
  const match = /^(\d+)\.(\d+)/.exec(release)
  if (!match) return true
  return Number(match[1]) * 1000 + Number(match[2]) >= major * 1000 + minor
}
