import { constants, zstdCompressSync } from 'node:zlib'
import type { SnapshotChanges } from '@heddle/contract/history.ts'
import { diffRows, presentChangedRow, type RowDiff } from '@heddle/domain/snapshot/diff-rows.ts'
import type { DiffRules } from '@heddle/domain/snapshot/diff-rules.ts'
import { compareCodeUnits } from '@heddle/domain/snapshot/byte-order.ts'
import type { RowTexts } from '@heddle/domain/snapshot/pair-rows.ts'
import { keyReader } from '@heddle/domain/snapshot/row-key.ts'
import { cutLines } from '../../../platform/text/line-chunks.ts'
import { ownBytes } from '../../../platform/threads/bytes.ts'
import { linesOfContent } from '../blob.ts'
import { decodeBlobs } from '../decode-blobs.ts'
import { hashOfText } from './cyrb53.ts'
import { LinePairs } from './line-pairs.ts'
import { RowBalance } from './row-balance.ts'

export type EncodedChunk = { readonly body: Uint8Array; readonly base: Uint8Array | null }
export type AddedChunks = {
  readonly part: number
  readonly before: readonly EncodedChunk[]
  readonly after: readonly EncodedChunk[]
}
export type DiffStart = {
  readonly rules: DiffRules
  /** All rows with the same key fall into the same part; only one part is in memory at a time. */
  readonly parts: number
  /** Per list, over all parts. Without a limit, `diff` returns the pages of its part, ordered only within that part. */
  readonly limit?: number
  /** Changed rows are listed as they were and as they are, instead of as `presentChange` shows them. */
  readonly whole?: boolean
  /** Each changed row also has its whole `row` as it is on the later side. */
  readonly withRows?: boolean
}
export type ListName = 'added' | 'removed' | 'changed'
/** zstd over newline-delimited JSON: rows, and for changed ones the results of `presentChange`, or whole pairs. */
export type DiffPage = { readonly list: ListName; readonly body: Uint8Array }

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Compares two sides of rows, part by part. */
export function createDiffer({ rules, parts, limit, whole = false, withRows = false }: DiffStart) {
  const presentedText = (pair: RowTexts) => JSON.stringify(presentChangedRow(pair, rules))
  const changeText = whole ? pairText : withRows ? withRow(presentedText) : presentedText
  const keyOf = keyReader(rules)
  const total: SnapshotChanges = { added: 0, removed: 0, changed: 0, unchanged: 0 }
  const rows = new RowBalance()
  const pairs = new LinePairs({ onEqual: () => rows.cancel(), onOther: (side, text) => rows.add(side, text) })
  let kept: Lists = { added: [], removed: [], changed: [] }

  const keep = (lists: Lists, most: number): Lists => ({
    added: merge(kept.added, lists.added, (text) => text).slice(0, most),
    removed: merge(kept.removed, lists.removed, (text) => text).slice(0, most),
    changed: merge(kept.changed, lists.changed, ({ before }) => before).slice(0, most),
  })
  // Each part is already in order.
  const merge = <T>(earlier: readonly T[], later: readonly T[], textOf: (item: T) => string): readonly T[] =>
    earlier.length === 0 || later.length === 0
      ? [...earlier, ...later]
      : sortByKey([...earlier, ...later], textOf, keyOf)

  return {
    /** Takes both sides at the same pace. Returns the length of the rows that have no equal one so far. */
    add: ({ part, ...sides }: AddedChunks): number => {
      // A chunk of the later side was mostly packed with one of the earlier side as dictionary.
      const contents = decodeBlobs([...sides.before, ...sides.after])
      for (const [at, raw] of contents.entries()) {
        const side = at < sides.before.length ? 'before' : 'after'
        if (parts === 1) pairs.add(side, raw)
        else for (const text of linesOfContent(raw)) if (hashOfText(keyOf(text)) % parts === part) rows.add(side, text)
      }
      pairs.meet()
      rows.settle()
      return rows.characters + pairs.bytes
    },
    /** Compares what was added since the last call. */
    diff: (_: undefined): DiffPage[] => {
      pairs.end()
      const rest = rows.take()
      const { counts, ...lists } = diffRows(rest.before, rest.after, rules)
      total.unchanged += rest.cancelled
      for (const name of ['added', 'removed', 'changed', 'unchanged'] as const) total[name] += counts[name]
      if (limit === undefined) return paginate(lists, changeText)
      kept = keep(lists, limit)
      return []
    },
    finish: (_: undefined): { counts: SnapshotChanges; pages: DiffPage[] } => ({
      counts: total,
      pages: paginate(kept, changeText),
    }),
  }
}
export type Differ = ReturnType<typeof createDiffer>

type Lists = { readonly [Name in ListName]: readonly RowDiff[Name][number][] }

/** The sort is stable: rows with the same key come from one part, where they are already in order. */
function sortByKey<T>(items: readonly T[], textOf: (item: T) => string, keyOf: (text: string) => string): T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(textOf(item)) }))
  return keyed.sort((a, b) => compareCodeUnits(a.key, b.key)).map(({ item }) => item)
}

/** Both are JSON already. */
const pairText = ({ before, after }: RowTexts): string => `{"before":${before},"after":${after}}`

/** Both are JSON objects that have keys already. */
const withRow =
  (textOf: (pair: RowTexts) => string) =>
  (pair: RowTexts): string =>
    `${textOf(pair).slice(0, -1)},"row":${pair.after}}`

function paginate({ added, removed, changed }: Lists, changeText: (pair: RowTexts) => string): DiffPage[] {
  const same = (text: string) => text
  return [...pages('added', added, same), ...pages('removed', removed, same), ...pages('changed', changed, changeText)]
}

function* pages<T>(list: ListName, items: readonly T[], lineOf: (item: T) => string): Generator<DiffPage> {
  for (const lines of cutLines(linesOf(items, lineOf)))
    yield { list, body: ownBytes(zstdCompressSync(lines.join('\n'), FAST)) }
}

function* linesOf<T>(items: readonly T[], lineOf: (item: T) => string): Generator<string> {
  for (const item of items) yield lineOf(item)
}
