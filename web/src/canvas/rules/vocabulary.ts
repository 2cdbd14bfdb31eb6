import { FUNCTIONS, METHODS } from '@heddle/domain/expression/functions.ts'
import { TYPED_FUNCTIONS, TYPED_METHODS } from '@heddle/domain/expression/typed-functions.ts'
import { DN_PARTS } from '@heddle/domain/post-processing/dn-parts.ts'
import { findPostProcessor, POST_PROCESSOR_TYPES } from '@heddle/domain/post-processing/registry.ts'
import type { JsonSchema } from './json-schema.ts'

/** What a form of a step is built from, and what an expression may say. */
export type Vocabulary = {
  readonly steps: readonly { readonly type: string; readonly schema: JsonSchema }[]
  readonly functions: readonly string[]
  readonly methods: readonly string[]
  readonly dnParts: readonly string[]
}

export const vocabulary = (): Vocabulary => ({
  steps: POST_PROCESSOR_TYPES.map((type) => ({ type, schema: schemaOf(type) })),
  functions: [...Object.keys(FUNCTIONS), ...Object.keys(TYPED_FUNCTIONS)].toSorted(),
  methods: [...Object.keys(METHODS), ...Object.keys(TYPED_METHODS), 'matches'].toSorted(),
  dnParts: DN_PARTS,
})

// As JSON: the schema objects carry more than a message between threads may.
const schemaOf = (type: string): JsonSchema =>
  JSON.parse(JSON.stringify(findPostProcessor(type)?.config ?? {})) as JsonSchema
