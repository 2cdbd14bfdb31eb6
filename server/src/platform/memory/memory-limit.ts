import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'

const MB = 1024 * 1024

/** What the process may use: as it is set, or the limit of its container, or all of the machine. */
export function memoryLimit(setMb: number | undefined): number {
  const constrained = constrainedMemory()
  const total = totalmem()
  return setMb === undefined ? (constrained > 0 ? Math.min(constrained, total) : total) : setMb * MB
}
