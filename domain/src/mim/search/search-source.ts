/** What the search reads of a class model. Ids are dense from zero; the texts are fetched again at query time, so they may be decoded late. */
export type SearchSource = {
  readonly classCount: number
  /** `fvBD` */
  className(id: number): string
  /** `Bridge Domain` */
  classLabel(id: number): string
  classDescription(id: number): string
  /** `fv` */
  classPackage(id: number): string
  /** 0 = configurable object, 1 = configurable relation, 2 = read-only, 3 = abstract or deprecated: what is more central ranks first. */
  classRank(id: number): number
  /** Distinct property definitions: equal name, label and description count once. */
  readonly definitionCount: number
  definitionName(id: number): string
  definitionLabel(id: number): string
  definitionDescription(id: number): string
  /** Class ids that have a property of that definition, most central first. */
  definitionOwners(id: number): ArrayLike<number>
  readonly packageCount: number
  packageName(id: number): string
  packageDescription(id: number): string
}
