/** A release of controllers and switches: `6.0(9c)`, which ships with the switch release `16.0(9c)`. */
export type Version = {
  /** Generation, major and maintenance. */
  readonly numbers: readonly [number, number, number]
  /** The number of an engineering build such as `5.2(7.123a)`; 0 for a release with a letter alone. */
  readonly build: number
  readonly letter: string
}

const LONGEST = 100
// The prefixes of switches, of the firmware repository and of images; then brackets or, in images, points.
const SPELLING =
  /^(?:(?:aci-)?(?:apic|n9000)-(?:dk9\.)?)?(1?[1-9])\.(\d{1,3})(?:\((\d{1,4})(?:([a-z])|\.(\d{1,9})([a-z]?))\)|\.(\d{1,4})(?:([a-z])|\.(\d{1,9})([a-z]?)))(?:-cs_64)?(?:\.(?:bin|iso))?$/

/**
 * Reads `6.0(9c)`, `n9000-16.0(9c)`, `apic-6.0(9c).bin`, `6.0.9c` and the names of images. A train without its patch,
 * such as `6.0(9)`, is no version.
 */
export function readVersion(text: string): Version | undefined {
  const found = text.length > LONGEST ? null : SPELLING.exec(text)
  if (found === null) return undefined
  const [, generation, major, ...rest] = found
  // The same three parts in brackets, or after points.
  const [maintenance, letter, build, buildLetter] = rest[0] === undefined ? rest.slice(4) : rest
  const first = Number(generation)
  return {
    // Switches count ten generations ahead of the controllers they belong to.
    numbers: [first > 10 ? first - 10 : first, Number(major), Number(maintenance)],
    build: Number(build ?? 0),
    letter: letter ?? buildLetter ?? '',
  }
}

/** Negative when the first is older. Within a maintenance release, all letters are older than all numbered builds. */
export function compareVersions(one: Version, other: Version): number {
  const keys = [one, other].map(({ numbers, build, letter }) => [...numbers, build, letter.codePointAt(0) ?? 0])
  const [left = [], right = []] = keys
  const place = left.findIndex((part, index) => part !== right[index])
  return place < 0 ? 0 : (left[place] ?? 0) - (right[place] ?? 0)
}

/** As the controller spells it: `6.0(9c)`. */
export function versionText({ numbers: [generation, major, maintenance], build, letter }: Version): string {
  return `${generation}.${major}(${maintenance}${build === 0 ? '' : `.${build}`}${letter})`
}
