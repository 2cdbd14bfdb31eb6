/** Parts that make a hyphenated word an ordinary one, at its start, in its middle, or at its end. */
const FIRST = wordSet(`
non multi sub re pre post self well so co inter intra cross over under out in up down off on anti semi read write long short high low
large small full half single double two three one all end point per near real same first second third last left right many much top
`)
const MIDDLE = wordSet('to of by the and for in on or a as at vs')
const LAST = wordSet(`
only based level wide side specific related like free defined facing hop out in up down off term long scale sized size aware ready
called known named driven by to date time facing most least way ended wise style type friendly
sensitive insensitive
`)
const NOUNS = wordSet(`
bridge domain domains tenant tenants contract contracts interface interfaces port ports policy policies group groups subnet subnets
switch switches link links layer service network networks fault faults admin operational oper health score static dynamic access
external internal route routes routing control plane data row rows column columns step steps value values filter filters leaf spine
node nodes object objects class classes query snapshot field fields end endpoint endpoints state states status name names virtual
private public default physical logical application profile profiles security broadcast unicast multicast flood flooding management
`)

/**
 * Whether a hyphenated word is English (`read-only`, `one-to-one`, `bridge-domain`) rather than somebody's name for
 * something (`prod-web`). Without a dictionary it goes by the words around the hyphens, and takes what is left for a
 * name.
 */
export function isOrdinaryCompound(word: string, isKnownPart: (part: string) => boolean): boolean {
  const parts = word.split(/[-–]/)
  if (parts.length < 2 || parts.length > 5 || parts.some((part) => !/^\p{L}+$/u.test(part) && !isKnownPart(part)))
    return false
  const lower = parts.map((part) => part.toLowerCase())
  const [first = '', last = ''] = [lower[0], lower.at(-1)]
  if (parts.some((part) => !/^\p{L}?\p{Ll}*$/u.test(part) && !isKnownPart(part))) return false
  if (lower.every((part, index) => NOUNS.has(part) || isKnownPart(parts[index]!))) return true
  return FIRST.has(first) || LAST.has(last) || lower.slice(1, -1).some((part) => MIDDLE.has(part))
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
