import type { Scalar } from '@heddle/domain/canvas/canvas.ts'

/** The value of a condition as its fields hold it. */
export type ConditionValue = Scalar | readonly Scalar[] | undefined
