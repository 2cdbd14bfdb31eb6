import { expect, it } from 'vitest'
import { type Random, seededRandom } from '../testing/random.ts'
import { hasRealDocuments, readRealDocuments } from '../testing/real-documents.ts'
import { classInfoOf } from '../testing/class-info-of.ts'
import { referencedClasses } from './class-references.ts'
import { parseClassDocument } from './parse-class-document.ts'

const NONSENSE: readonly unknown[] = [
  null,
  0,
  -1,
  1e300,
  NaN,
  '',
  '\ud800',
  'a:b',
  true,
  [],
  {},
  [null],
  { 'a:B': null },
  2n ** 70n,
]
const KEYS = [
  'classPkg', 'className', 'label', 'comment', 'rnFormat', 'identifiedBy', 'dnFormats', 'containedBy', 'contains', 'superClasses', 'subClasses',
  'relationTo', 'relationFrom', 'relationInfo', 'properties', 'isAbstract', 'isStat', '__proto__', 'constructor',
] // prettier-ignore

function randomValue(random: Random, depth: number): unknown {
  if (depth === 0 || random.chance(0.4)) return random.pick(NONSENSE)
  if (random.chance(0.3)) return Array.from({ length: random.below(4) }, () => randomValue(random, depth - 1))
  return Object.fromEntries(
    Array.from({ length: random.below(8) }, () => [random.pick(['a:B', ...KEYS]), randomValue(random, depth - 1)]),
  )
}

/** The document with random parts replaced. */
function damaged(value: unknown, random: Random): unknown {
  if (random.chance(0.01)) return random.pick(NONSENSE)
  if (Array.isArray(value)) return value.map((item: unknown) => damaged(item, random))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, damaged(item, random)]))
}

function read(document: unknown): unknown {
  const record = parseClassDocument(document)
  return [record === undefined ? undefined : classInfoOf(record), referencedClasses(document)]
}

it('parses garbage of any shape without an error', () => {
  const random = seededRandom(7)

  for (let round = 0; round < 300; round++) {
    const document = { 'a:B': Object.fromEntries(KEYS.map((key) => [key, randomValue(random, 3)])) }
    expect(() => read(random.chance(0.8) ? document : randomValue(random, 4))).not.toThrow()
  }
})

it.skipIf(!hasRealDocuments)('parses damaged documents without an error', () => {
  const random = seededRandom(11)

  for (const document of readRealDocuments().slice(0, 20)) expect(() => read(damaged(document, random))).not.toThrow()
})
