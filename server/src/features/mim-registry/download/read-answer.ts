import type { DocumentPlace, SourceAnswer } from '../../../adapters/mim-source/mim-sources.ts'
import type { Reducer } from '../reducer/reducer.ts'
import type { Outcome } from './fetch-work.ts'

/** Looks into the bytes of an answer, if it has any. What is no class document may be a passing fault of the source. */
export async function readAnswer(answer: SourceAnswer, place: DocumentPlace, read: Reducer['reduce']): Promise<Outcome> {
  if (answer.kind !== 'document') return answer
  const reduced = await read({ package: place.package, className: place.className }, answer)
  return reduced.ok ? { kind: 'class', ...reduced } : { kind: 'unavailable', status: 200, message: reduced.message }
}
