/** As a query string or a body asks it. */
export type ScimListQuery = {
  readonly filter?: string | undefined
  readonly sortBy?: string | undefined
  readonly sortOrder?: 'ascending' | 'descending' | undefined
  readonly startIndex?: number | undefined
  readonly count?: number | undefined
  readonly attributes?: string | readonly string[] | undefined
  readonly excludedAttributes?: string | readonly string[] | undefined
}
