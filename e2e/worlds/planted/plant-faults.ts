import { registerHooks } from 'node:module'
import { type Planted, PLANTED } from './table.ts'

const SOURCE = '/server/src/'

declare global {
  /** The mistake that the program makes at the moment. */
  var planted: string | undefined
}

/** From now on, files are loaded with the mistakes of the table, each of which waits for its name in `planted`. */
export function plantFaults(): void {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context)
      const file = new URL(url).pathname.split(SOURCE)[1]
      const planted = PLANTED.filter((one) => one.file === file)
      if (planted.length === 0) return loaded
      const text = planted.reduce(plantIn, String(Buffer.from(loaded.source as Uint8Array)))
      return { ...loaded, source: text }
    },
  })
}

/** @internal for its test: the text of a file with a mistake that waits for its name. */
export function plantIn(text: string, { name, find, plant, kind }: Planted): string {
  const [before, original, behind] = find.split(/[«»]/) as [string, string, string]
  const place = text.indexOf(before + original + behind)
  if (place < 0 || text.includes(before + original + behind, place + 1))
    throw new Error(`"${name}": its place is not there exactly once`)
  const condition = `globalThis.planted === ${JSON.stringify(name)}`
  const both =
    kind === 'expression'
      ? `(${condition} ? (${plant}) : (${original}))`
      : `if (${condition}) { ${plant} } else { ${original} }`
  return text.slice(0, place + before.length) + both + text.slice(place + before.length + original.length)
}
