import { splitWireName } from '../wire-name.ts'
import type { ClassDraft } from './class-draft.ts'

/** One thing a document says about a relation. Class names; `reverse` is empty when it does not say. */
export type RelationClaim = {
  readonly relation: string
  readonly reverse: string
  readonly from: string
  readonly to: string
  readonly type: string
  readonly cardinality: string
  /** The relation class (Rs or Rt) that says it of itself, so that the ends are the classes that declare it; empty for others. */
  readonly declared_by: string
}

/** Everything the documents say about relations. The classes at both ends list inherited relations as if they were their own. */
export function relationClaims(drafts: readonly ClassDraft[]): RelationClaim[] {
  const declared = drafts.flatMap(declaredRelation)
  const sources = new Map(declared.map(({ relation, reverse }) => [reverse, relation]))
  const reverses = new Map(declared.map(({ relation, reverse }) => [relation, reverse]))
  const claim = (relation: string, reverse: string, from: string, to: string) => ({
    ...{ relation, from, to, type: '', cardinality: '', declared_by: '' },
    reverse: reverses.get(relation) ?? reverse,
  })
  return [
    ...declared,
    ...drafts.flatMap(({ name, relations_to }) => relations_to.map(([relation, to]) => claim(relation, '', name, to))),
    ...drafts.flatMap(({ name, relations_from }) =>
      relations_from.map(([reverse, from]) => claim(sources.get(reverse) ?? sourceNameOf(reverse, from), reverse, from, name)),
    ),
  ]
}

function declaredRelation({ name, relation, is_source }: ClassDraft): RelationClaim[] {
  if (relation === null || relation.from_class === '' || relation.to_class === '') return []
  const { from_class: from, to_class: to, type, cardinality } = relation
  const source = is_source ? name : relation.from_relation
  return [{ relation: source, reverse: is_source ? relation.to_relation : name, from, to, type, cardinality, declared_by: name }]
}

/**
 * The Rs class of an Rt class whose documents are both absent: the two share their name but live in the package of their own end
 * (`fvRtExporterToEPg` from `netflowAExporterPol` is `netflowRsExporterToEPg`).
 */
function sourceNameOf(reverse: string, from: string): string {
  const half = splitWireName(reverse)
  const end = splitWireName(from)
  return half?.class_name.startsWith('Rt') === true && end !== undefined ? `${end.package}Rs${half.class_name.slice(2)}` : reverse
}
