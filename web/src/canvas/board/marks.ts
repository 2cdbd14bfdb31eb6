import type { PartDiff } from '@heddle/domain/canvas-editing/diff.ts'

export type Mark = PartDiff['mark']

/** What a part of the drawing differs by from another version of it. */
export type Marks = ReadonlyMap<string, Mark>
