/**
 * What the search reads from a class model. Ids are dense from zero. Texts are fetched again at query time, so they may
 * be decoded lazily.
 */
export type SearchSource = {
  readonly classCount: number
  /** `fvBD` */
  className(id: number): string
  /** `Bridge Domain` */
  classLabel(id: number): string
  classDescription(id: number): string
  /** `fv` */
  classPackage(id: number): string
  /**
   * 0 = configurable object, 1 = configurable relation, 2 = read-only, 3 = abstract or deprecated; the most central
   * first.
   */
  classRank(id: number): number
  /** Number of distinct property definitions, by name, label and description. */
  readonly definitionCount: number
  definitionName(id: number): string
  definitionLabel(id: number): string
  definitionDescription(id: number): string
  /** Ids of the classes that have a property with this definition, most central first. */
  definitionOwners(id: number): ArrayLike<number>
  readonly packageCount: number
  packageName(id: number): string
  packageDescription(id: number): string
}
