import { type Static, Type } from 'typebox'

export const ARCHIVE_FORMAT = 'heddle-backup-1'

/** A part of the archive that is read row by row. */
const Part = { rows: Type.Integer({ minimum: 0 }), sha256: Type.String() }

/** The last entry of an archive: what a complete one contains. */
export const Manifest = Type.Object({
  format: Type.Literal(ARCHIVE_FORMAT),
  created_at: Type.String(),
  program_version: Type.String(),
  source: Type.Union([Type.Literal('embedded'), Type.Literal('postgres')]),
  migrations: Type.Array(Type.Object({ tag: Type.String(), hash: Type.String() })),
  /** Opens with the key of the source only. The key itself is never in an archive. */
  secret_canary: Type.Union([Type.String(), Type.Null()]),
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), ...Part })),
  sequences: Type.Array(Type.Object({ name: Type.String(), last_value: Type.String(), is_called: Type.Boolean() })),
  jobs: Type.Object(Part),
})

export type Manifest = Static<typeof Manifest>
export type TablePart = Manifest['tables'][number]
export type Sequence = Manifest['sequences'][number]

export const MANIFEST_ENTRY = 'manifest.json'
export const JOBS_ENTRY = 'jobs.jsonl'
export const tableEntry = (table: string): string => `tables/${table}.jsonl`
