import { splitWireName } from '../wire-name.ts'
import type { ClassDraft } from './class-draft.ts'

/** A statement about a relation in a document, with class names. `reverse` is empty if unknown. */
export type RelationClaim = {
  readonly relation: string
  readonly reverse: string
  readonly from: string
  readonly to: string
  readonly type: string
  readonly cardinality: string
  /**
   * The relation class (Rs or Rt) whose own document this is, so that the ends are the declaring classes; else empty.
   */
  readonly declaredBy: string
}

/**
 * All statements about relations in the documents. The classes at both ends also list inherited relations as their own.
 */
export function relationClaims(drafts: readonly ClassDraft[]): RelationClaim[] {
  const declared = drafts.flatMap(declaredRelation)
  const sources = new Map(declared.map(({ relation, reverse }) => [reverse, relation]))
  const reverses = new Map(declared.map(({ relation, reverse }) => [relation, reverse]))
  const claim = (relation: string, reverse: string, from: string, to: string) => ({
    ...{ relation, from, to, type: '', cardinality: '', declaredBy: '' },
    reverse: reverses.get(relation) ?? reverse,
  })
  return [
    ...declared,
    ...drafts.flatMap(({ name, relations_to }) => relations_to.map(([relation, to]) => claim(relation, '', name, to))),
    ...drafts.flatMap(({ name, relations_from }) =>
      relations_from.map(([reverse, from]) =>
        claim(sources.get(reverse) ?? sourceNameOf(reverse, from), reverse, from, name),
      ),
    ),
  ]
}

function declaredRelation({ name, relation, is_source }: ClassDraft): RelationClaim[] {
  if (relation === null || relation.from_class === '' || relation.to_class === '') return []
  const { from_class: from, to_class: to, type, cardinality } = relation
  const source = is_source ? name : relation.from_relation
  return [
    {
      relation: source,
      reverse: is_source ? relation.to_relation : name,
      from,
      to,
      type,
      cardinality,
      declaredBy: name,
    },
  ]
}

/**
 * The Rs class of an Rt class if the documents of both are missing: they share a name, but each is in the package of
 * its own end (`fvRtExporterToEPg` from `netflowAExporterPol` is `netflowRsExporterToEPg`).
 */
function sourceNameOf(reverse: string, from: string): string {
  const half = splitWireName(reverse)
  const end = splitWireName(from)
  return half?.class_name.startsWith('Rt') === true && end !== undefined
    ? `${end.package}Rs${half.class_name.slice(2)}`
    : reverse
}
