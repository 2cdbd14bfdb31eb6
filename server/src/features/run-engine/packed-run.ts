import { deserialize, serialize } from 'node:v8'
import { ownBytes } from '../../platform/threads/bytes.ts'
import type { PackedRun, RunInput } from './engine-types.ts'

/** Serializes a plan of any size once, in the thread that made it. Parts that occur twice are serialized once. */
export const packInput = (input: Omit<RunInput, 'past' | 'measure' | 'keepsRowsBefore'>): Uint8Array<ArrayBuffer> =>
  ownBytes(serialize(input))

export function unpackRun({ packed, past, toFind, measure, keepsRowsBefore }: PackedRun): RunInput {
  const input = deserialize(packed) as RunInput
  return { ...input, past, measure, keepsRowsBefore, only: input.only && { ...input.only, chunks: toFind } }
}
