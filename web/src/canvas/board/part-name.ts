import type { PartDiff } from '@heddle/domain/canvas-editing/diff.ts'
import { ownText, type WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { words } from './words.ts'

/** What a part is called: its class, the ends of a thread, the type of a step. */
export function partName(canvas: WireCanvas, kind: PartDiff['kind'], id: string): string {
  const classOf = (node: string | undefined) =>
    ownText(canvas.nodes.find((part) => part.id === node) ?? {}, 'class_name') ?? node ?? '?'
  const part = canvas[kind].find((candidate) => candidate.id === id)
  if (!part) return id
  if (kind === 'nodes') return ownText(part, 'class_name') ?? id
  if (kind === 'edges') return `${classOf(ownText(part, 'source'))} → ${classOf(ownText(part, 'target'))}`
  return ownText(part, 'type') ?? words.someStep
}
