/** Generation, major, maintenance and letter: a second, plainer reading of releases than the product's. */
type Release = readonly [number, number, number, number]

export function release(text: string): Release {
  const [, generation, major, maintenance, letter = 'a'] = /^(\d+)\.(\d+)\((\d+)([a-z])\)$/.exec(text)!
  return [Number(generation), Number(major), Number(maintenance), letter.codePointAt(0)!]
}

export function isOlder(one: string, other: string): boolean {
  const [left, right] = [release(one), release(other)]
  const place = left.findIndex((part, index) => part !== right[index])
  return place >= 0 && left[place]! < right[place]!
}

const write = ([generation, major, maintenance, letter]: Release): string =>
  `${generation}.${major}(${maintenance}${String.fromCodePoint(letter)})`

const ALWAYS = ['2.2(4q)', '3.2(9h)', '4.2(7f)', '5.2(8e)', '6.0(9c)', '6.1(5e)', '6.2(2e)']

/** The releases that a condition names, those next to them, and some of every line. */
export function releasesAround(condition: string): readonly string[] {
  const named = [...condition.matchAll(/version\("([^"]+)"\)/g)].map(([, text]) => release(text!))
  const around = named.flatMap(([generation, major, maintenance, letter]): readonly Release[] => [
    [generation, major, maintenance, letter],
    [generation, major, maintenance, Math.max(letter - 1, 97)],
    [generation, major, maintenance, Math.min(letter + 1, 122)],
    [generation, major, maintenance + 1, 97],
    [generation, major, Math.max(maintenance - 1, 1), 122],
    [generation, major + 1, 1, 97],
  ])
  return [...new Set([...ALWAYS, ...around.map(write)])]
}
