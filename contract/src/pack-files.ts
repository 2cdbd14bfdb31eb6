import { type Static, Type } from 'typebox'
import { SavedQueryPatch } from './queries.ts'

/** A pack of checks as files: `heddle-pack.yaml`, `checks/*.yaml` and `fixtures/*.json`. */

export const MANIFEST_FILE = 'heddle-pack.yaml'
export const MOST_CHECKS = 2_000
export const LARGEST_PACK_FILE_BYTES = 1_000_000
export const LARGEST_PACK_BYTES = 50_000_000

const title = Type.String({ minLength: 1, maxLength: 200 })
const description = Type.String({ maxLength: 10_000 })
const declared = Type.Array(Type.Unknown(), { maxItems: 50 })

export const PackManifest = Type.Object(
  {
    pack: Type.String({ maxLength: 60, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' }),
    version: Type.String({ maxLength: 60, pattern: '^\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z.-]+)?$' }),
    title,
    description: Type.Optional(description),
    needs: Type.Optional(
      Type.Object(
        {
          heddle: Type.Optional(Type.String({ maxLength: 60 })),
          classes: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 2_000 })),
        },
        { additionalProperties: false },
      ),
    ),
    parameters: Type.Optional(declared),
    groups: Type.Array(
      Type.Object(
        { title, checks: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 2_000 }) },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { additionalProperties: false },
)
export type PackManifest = Static<typeof PackManifest>

export const CHECK_NEEDS = ['configuration', 'state', 'statistics'] as const
const EXAMPLE_STATES = ['passed', 'failed', 'look', 'not_applicable', 'error'] as const

export const PackExample = Type.Object(
  {
    name: title,
    objects: Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Array(Type.Unknown())]),
    before: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Array(Type.Unknown())])),
    parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    fabric: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    rows: Type.Optional(Type.Integer({ minimum: 0 })),
    status: Type.Optional(Type.Enum([...EXAMPLE_STATES])),
  },
  { additionalProperties: false },
)
export type PackExample = Static<typeof PackExample>

const { name: _, category: __, controller_connection: ___, ...query } = SavedQueryPatch.properties

export const PackCheck = Type.Object(
  {
    ...query,
    id: Type.String({ maxLength: 60, pattern: '^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$' }),
    title,
    needs: Type.Optional(Type.Enum([...CHECK_NEEDS])),
    verified_on: Type.Optional(Type.String({ maxLength: 200 })),
    sources: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), { maxItems: 50 })),
    mends_with: Type.Optional(Type.String({ maxLength: 200 })),
    examples: Type.Optional(Type.Array(PackExample, { maxItems: 100 })),
  },
  { additionalProperties: false },
)
export type PackCheck = Static<typeof PackCheck>
