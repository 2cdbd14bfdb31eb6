import type { WireObject } from '@heddle/domain/canvas/wire.ts'
import type { Size } from './boxes.ts'
import { nodeLines } from './node-lines.ts'

const NODE_WIDTH = 216
const HEAD = 34
const LINE = 18
const PADDING = 14
/** What a run writes at the foot. */
export const FOOT = 27
const BORDERS = 2

/** How big a node is drawn. Every line has its height, in CSS as here, so nothing needs to be measured. */
export const nodeSize = (node: WireObject, isPrimary: boolean, hasRun: boolean): Size => ({
  width: NODE_WIDTH,
  height: HEAD + PADDING + LINE * nodeLines(node, isPrimary).length + (hasRun ? FOOT : 0) + BORDERS,
})
