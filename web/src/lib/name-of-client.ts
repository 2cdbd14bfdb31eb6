const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\b(?:Headless)?Chrome\//],
  ['Safari', /\bSafari\//],
]
const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Windows', /Windows/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

/** `Firefox on Linux`, or the name that a program gives: `curl/8.5`. */
export function nameOfClient(userAgent: string | null): string | undefined {
  if (userAgent === null || userAgent === '') return undefined
  const browser = BROWSERS.find(([, sign]) => sign.test(userAgent))?.[0]
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0]
  if (browser === undefined) return userAgent.split(' ')[0]
  return system === undefined ? browser : `${browser} on ${system}`
}
