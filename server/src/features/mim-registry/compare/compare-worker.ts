import { zstdDecompressSync } from 'node:zlib'
import { outlineLines } from '@heddle/domain/mim/compare/class-outline.ts'
import {
  compareOutlines,
  type ModelComparison,
  readOutlines,
  takesAway,
} from '@heddle/domain/mim/compare/compare-outlines.ts'
import { createTouches } from '@heddle/domain/canvas/touched-query.ts'
import { openGraph } from '@heddle/domain/mim/graph/open-graph.ts'
import { unpackParts } from '@heddle/domain/mim/graph/pack-parts.ts'
import { serveThread } from '../../../platform/threads/serve-thread.ts'
import type { CompareCalls, ComparedModel } from './compare-calls.ts'

const NOTHING: ModelComparison = { removed: [], added: [], changed: [] }
let touches = createTouches(NOTHING)

serveThread<CompareCalls>({
  compare: ({ from, to, most }) => {
    const found = compareOutlines(readOutlines(linesOf(from)), readOutlines(linesOf(to)))
    touches = createTouches(found)
    const narrowed = found.changed.filter(takesAway).length
    return {
      removed: found.removed.slice(0, most),
      added: found.added.slice(0, most),
      changed: found.changed.slice(0, most),
      counts: {
        removed: found.removed.length,
        added: found.added.length,
        narrowed,
        widened: found.changed.length - narrowed,
      },
    }
  },
  touch: (canvases) => canvases.map((canvas) => touches(canvas)),
})

const linesOf = (side: ComparedModel): Iterable<string> =>
  'outline' in side
    ? zstdDecompressSync(side.outline).toString('utf8').split('\n')
    : outlineLines(openGraph(unpackParts(side.packed)))
