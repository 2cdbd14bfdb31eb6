import { hash } from '../model/hash.ts'

type Property = Record<string, unknown> & { comment?: string[] }
type Body = Record<string, unknown> & { properties?: Record<string, Property> }

/** Mean size of the documents without padding. */
const NATURAL_BYTES = 22_000

const SENTENCES = [
  'This value takes effect with the next deployment of the policy.',
  'Changing it interrupts nothing that is already running.',
  'Values set by the system are shown as they are.',
  'See the release notes for the combinations that are supported.',
]

/** Lengthens the comments of properties until documents reach about the given size; omits them if that is small. */
export function padDocument(document: Record<string, Record<string, unknown>>, meanBytes: number): object {
  const [name = '', body = {}] = Object.entries(document)[0] ?? []
  const { properties = {} } = body as Body
  const factor = meanBytes / NATURAL_BYTES
  const missing = JSON.stringify(document).length * (factor - 1)
  const share = missing / Math.max(1, Object.keys(properties).length)
  const padded = Object.entries(properties).map(
    ([key, property]) => [key, share < 0 ? bare(property) : lengthened(property, share)] as const,
  )
  return { [name]: { ...body, properties: Object.fromEntries(padded) } }
}

function bare({ comment: _comment, ...rest }: Property): Property {
  return rest
}

function lengthened(property: Property, bytes: number): Property {
  const start = hash(JSON.stringify(property.comment ?? [])) % SENTENCES.length
  const comment = [...(property.comment ?? [])]
  for (let added = 0, index = start; added < bytes; index++) {
    const sentence = `${SENTENCES[index % SENTENCES.length]!} (${index * 7919})`
    comment.push(sentence)
    added += sentence.length + 3
  }
  return { ...property, comment }
}
