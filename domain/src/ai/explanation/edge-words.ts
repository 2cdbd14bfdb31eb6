import { describeCondition } from '../../canvas/match-conditions.ts'
import type { EdgeMeaning } from '../../canvas/resolve-edge.ts'
import type { EdgeWords } from './canvas-words.ts'
import { listed, asSentence, shown } from './shown.ts'

/** What an edge asks of the objects at its two ends, as a sentence. */
export function edgeSentence(words: EdgeWords): string {
  const { edge, from, to, meaning, isForward, isHidden, isKnown } = words
  const first = isKnown ? to.many : to.first
  if (meaning?.kind === 'any') return asSentence(`puts all ${from.many} beside all ${first}`)
  switch (edge.join) {
    case 'inner':
      return asSentence(
        `${isHidden ? 'of these, it only looks for' : 'keeps only'} ${from.many} ${relation(meaning, isForward)} ${first}`,
      )
    case 'without': {
      const [one, other] = isForward ? [from.many, first] : [first, from.many]
      return asSentence(`keeps only ${one} ${relation(meaning, true)} no ${other}`)
    }
    case 'left':
      if (isForward)
        return asSentence(`keeps all ${from.many}, with the ${first} ${added(meaning)} where there are any`)
      return asSentence(`adds ${first}, even those ${relation(meaning, true)} no ${from.many}`)
  }
}

/** From one end to the other: `that contain`, `that refer through fvRsCtx to`, `whose tDn is the dn of`. */
function relation(meaning: EdgeMeaning | undefined, isForward: boolean): string {
  switch (meaning?.kind) {
    case undefined:
    case 'any':
      return 'that are joined to'
    case 'contains': {
      const direct = meaning.depth === 'child' ? 'directly ' : ''
      return isForward ? `that ${direct}contain` : `that are ${direct}inside`
    }
    case 'references':
      return `that ${refers(shown(meaning.through), isForward ? meaning.holder : turned(meaning.holder))}`
    case 'match': {
      const pair = equalProperties(meaning)
      if (pair === undefined) return `that are joined, by ${conditionWords(meaning)}, to`
      const [one, other] = isForward ? [pair.source, pair.target] : [pair.target, pair.source]
      return one === other ? `that have the same ${shown(one)} as` : `whose ${shown(one)} is the ${shown(other)} of`
    }
  }
}

/** The same, said of the target of an edge: `that they contain`. */
function added(meaning: EdgeMeaning | undefined): string {
  if (meaning?.kind === 'match') {
    const pair = equalProperties(meaning)
    return pair
      ? `whose ${shown(pair.target)} is their ${shown(pair.source)}`
      : `that are joined to them by ${conditionWords(meaning)}`
  }
  if (meaning?.kind === 'references' && meaning.holder === 'target')
    return `that refer to them through ${shown(meaning.through)}`
  if (meaning?.kind === 'contains') return `that they ${meaning.depth === 'child' ? 'directly ' : ''}contain`
  if (meaning?.kind === 'references' && meaning.holder === 'source')
    return `that they refer to through ${shown(meaning.through)}`
  return 'that they are joined to'
}

type Match = Extract<EdgeMeaning, { kind: 'match' }>

function equalProperties({ conditions }: Match): { readonly source: string; readonly target: string } | undefined {
  const [only, ...more] = conditions
  const [target] = only?.targets ?? []
  if (more.length > 0 || only?.op !== 'eq' || typeof only.source !== 'string' || typeof target !== 'string')
    return undefined
  return { source: only.source, target }
}

const conditionWords = ({ conditions }: Match): string =>
  listed(
    conditions.map((condition) => shown(describeCondition(condition, 'source', 'target'), 120)),
    4,
  )

type Holder = 'source' | 'target' | 'unknown'

function refers(through: string, holder: Holder): string {
  if (holder === 'unknown') return `are related through ${through} to`
  return holder === 'source' ? `refer through ${through} to` : `are referred to through ${through} by`
}

const turned = (holder: Holder): Holder => (holder === 'source' ? 'target' : holder === 'target' ? 'source' : 'unknown')
