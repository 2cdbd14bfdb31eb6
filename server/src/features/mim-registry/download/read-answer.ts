import type { DocumentPlace, SourceAnswer } from '../../../adapters/mim-source/mim-sources.ts'
import type { Reducer } from '../reducer/reducer.ts'
import type { FetchOutcome } from './fetch-work.ts'

/**
 * Reads the document of a response, if it has one. An invalid document is retried, as the source may have a transient
 * fault, but not one that is too large.
 */
export async function readAnswer(
  answer: SourceAnswer,
  place: DocumentPlace,
  read: Reducer['reduce'],
): Promise<FetchOutcome> {
  if (answer.kind !== 'document') return answer
  const reduced = await read({ package: place.package, className: place.className }, answer)
  if (reduced.ok) return { kind: 'class', ...reduced }
  return { kind: reduced.isFinal === true ? 'refused' : 'unavailable', status: 200, message: reduced.message }
}
