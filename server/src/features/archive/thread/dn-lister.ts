import { compareBytes } from '@heddle/domain/snapshot/byte-order.ts'
import { blobLines } from '../blob.ts'
import type { EncodedChunk } from './differ.ts'
import { readText } from './read-dn.ts'

const PAGE_ENTRIES = 2_000

/** Collects the DNs of a snapshot, each with the class of its first row. */
export function createDnLister(start: { readonly className: string; readonly isDnSorted: boolean }) {
  const classes = new Map<string, string>()

  return {
    add: (chunks: readonly EncodedChunk[]): void => {
      for (const { body, base } of chunks)
        for (const text of blobLines(body, base)) {
          const dn = readText(text, 'dn')
          if (dn !== undefined && !classes.has(dn)) classes.set(dn, readText(text, 'className') ?? start.className)
        }
    },
    /** JSON lists of pairs, in byte order, split into pages so that the caller can yield between parsing them. */
    finish: (_: undefined): string[] => {
      const entries = [...classes]
      if (!start.isDnSorted) entries.sort(([a], [b]) => compareBytes(a, b))
      return Array.from({ length: Math.ceil(entries.length / PAGE_ENTRIES) }, (_item, page) =>
        JSON.stringify(entries.slice(page * PAGE_ENTRIES, (page + 1) * PAGE_ENTRIES)),
      )
    },
  }
}
export type DnLister = ReturnType<typeof createDnLister>
