import type { PlannedProposal } from '../../planning/index.ts'

/** What became of one answer of the provider. */
export type Draft = PlannedProposal

/** Whether the provider need not be asked again. */
export const isDone = ({ problems }: Draft): boolean => problems.length === 0

/** The draft of which less had to be left out; the later one, if that is the same. */
export function betterOf(earlier: Draft, later: Draft): Draft {
  const isWorse =
    (later.edits.length === 0 && earlier.edits.length > 0) || later.left_out.length > earlier.left_out.length
  return isWorse ? earlier : later
}
