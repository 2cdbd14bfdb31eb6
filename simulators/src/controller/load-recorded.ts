import { joinDn, namingProperties } from './model/dn.ts'
import type { ObjectStore } from './model/object-store.ts'

export type RecordedOptions = {
  /** Parent DN for objects recorded without DN and RN. */
  readonly under?: string
}

export type RecordedResult = {
  /** DNs of the top-level objects, in the order of the recording. */
  readonly dns: readonly string[]
  /** Objects added, including nested ones. */
  readonly added: number
  /** Entries that are not objects of the tree: errors, counts, unreadable ones. */
  readonly skipped: number
}

type Entry = {
  readonly className: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly unknown[]
}

/** Adds a recorded answer, a whole envelope or its bare imdata array, with exactly the attributes it holds. */
export function loadRecorded(store: ObjectStore, json: unknown, options: RecordedOptions = {}): RecordedResult {
  const loader = new RecordedLoader(store)
  const dns = imdataOf(json).flatMap((item) => loader.load(item, options.under ?? 'recorded') ?? [])
  return { dns, added: loader.added, skipped: loader.skipped }
}

class RecordedLoader {
  added = 0
  skipped = 0
  readonly #store: ObjectStore
  readonly #placed = new Set<string>()

  constructor(store: ObjectStore) {
    this.#store = store
  }

  load(item: unknown, parent: string): string | undefined {
    const entry = readEntry(item)
    if (!entry) {
      this.skipped++
      return undefined
    }
    const dn = this.#dnOf(entry, parent)
    this.#placed.add(dn)
    this.#store.addExactly(entry.className, dn, entry.attributes)
    this.added++
    for (const child of entry.children) this.load(child, dn)
    return dn
  }

  #dnOf({ className, attributes }: Entry, parent: string): string {
    if (attributes['dn']) return attributes['dn']
    if (attributes['rn']) return joinDn(parent, attributes['rn'])
    const rn = this.#rnFromNaming(className, attributes)
    const dn = rn === undefined ? undefined : joinDn(parent, rn)
    return dn !== undefined && !this.#placed.has(dn) ? dn : this.#freePlace(parent, className)
  }

  #rnFromNaming(className: string, attributes: Entry['attributes']): string | undefined {
    const format = this.#store.table.get(className)?.rnFormat
    if (!format || !namingProperties(format).every((name) => attributes[name])) return undefined
    return format.replace(/\{(\w+)\}/g, (_, name: string) => attributes[name]!)
  }

  #freePlace(parent: string, className: string): string {
    for (let number = 1; ; number++) {
      const dn = joinDn(parent, `${className}-${number}`)
      if (!this.#store.place(dn)) return dn
    }
  }
}

function imdataOf(json: unknown): readonly unknown[] {
  const list = isRecord(json) ? json['imdata'] : json
  if (!Array.isArray(list)) throw new Error('a recorded answer must be an array of objects or an envelope with imdata')
  return list
}

function readEntry(item: unknown): Entry | undefined {
  const [className, content] = isRecord(item) ? (Object.entries(item)[0] ?? []) : []
  if (className === undefined || ['error', 'moCount'].includes(className) || !isRecord(content)) return undefined
  const { attributes, children } = content
  if (!isRecord(attributes)) return undefined
  return { className, attributes: asTexts(attributes), children: Array.isArray(children) ? children : [] }
}

/** Some recordings were edited by hand and contain null; a controller sends only strings. */
function asTexts(attributes: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
