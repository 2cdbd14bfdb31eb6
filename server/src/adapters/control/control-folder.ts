import { Type, type Static } from 'typebox'
import { join } from 'node:path'

/**
 * How a command reaches the process that has the data folder: a file with the request, answered by a file. Both are in
 * a folder that only the same user of the operating system can enter, so there is no port, no token and no difference
 * between systems.
 */
export const controlFolder = (dataDir: string): string => join(dataDir, 'control')

export const ControlRequest = Type.Object({ action: Type.String() })
export const ControlAnswer = Type.Object({ failure: Type.Union([Type.String(), Type.Null()]) })
export type ControlAnswer = Static<typeof ControlAnswer>

export const REQUEST = '.request'
/** The request, from when the process has seen it; touched while it works on it. */
export const WORKING = '.working'
export const ANSWER_SUFFIX = '.answer'
