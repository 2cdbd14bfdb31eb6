import { AiFailure } from './ai-failure.ts'
import type { AiTarget } from './ai-providers.ts'
import type { Peer } from './open-peer.ts'

type Told = Pick<Peer, 'who' | 'isInternal'>

const tellsLittle = ({ hidesInternal }: Pick<AiTarget, 'hidesInternal'>, peer: Told): boolean =>
  hidesInternal && peer.isInternal()

/**
 * A failure in words that anyone may read. With the other side's words, its status or the reason why a connection
 * failed, a test of a provider would be a port scanner and a reader of internal pages.
 */
export function toldFailure(error: unknown, target: Pick<AiTarget, 'hidesInternal'>, peer: Told): unknown {
  if (!(error instanceof AiFailure) || error.reason === 'cancelled' || !tellsLittle(target, peer)) return error
  return error.reason === 'unreachable' || error.reason === 'timeout'
    ? new AiFailure('unreachable', `${peer.who} did not answer. ${INTERNAL} why.`)
    : onlyAnswered(peer)
}

/** The names of models are words of the other side too. */
export function toldModels(
  models: readonly string[],
  target: Pick<AiTarget, 'hidesInternal'>,
  peer: Told,
): readonly string[] {
  if (tellsLittle(target, peer)) throw onlyAnswered(peer)
  return models
}

const INTERNAL = 'As its address is a private one, only administrators learn'

const onlyAnswered = ({ who }: Told) => new AiFailure('refused', `${who} answered something. ${INTERNAL} what.`)
