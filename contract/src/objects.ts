import { type Static, Type } from 'typebox'
import { Nullable, Timestamp, Uuid } from './common.ts'

/** The parts of an answer about one object, each of which costs requests of its own. */
export const OBJECT_BLOCKS = [
  'properties',
  'path',
  'children',
  'points_to',
  'pointed_by',
  'faults',
  'audit',
  'captures',
] as const
export type ObjectBlock = (typeof OBJECT_BLOCKS)[number]

export const ObjectQuery = Type.Object({
  dn: Type.String({ minLength: 1, maxLength: 4_000 }),
  include: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Blocks, comma-separated: ${OBJECT_BLOCKS.join(', ')}. Properties, path and children by default.`,
    }),
  ),
})

const className = Nullable(Type.String())

export const AuditLine = Type.Object({
  at: Timestamp,
  user: Type.String(),
  action: Type.Enum(['created', 'modified', 'deleted']),
  affected: Type.String({ description: 'The DN of the object.' }),
  changes: Type.String({ description: 'What changed, in the words of the controller. Secrets are masked.' }),
  session: Type.String({ description: 'Of the login that made the change; empty if unknown.' }),
  record: Type.String({ description: 'The DN of the audit record.' }),
})
export type AuditLine = Static<typeof AuditLine>

const block = <S extends Parameters<typeof Type.Array>[0]>(item: S, description?: string) =>
  Type.Optional(Type.Array(item, description === undefined ? {} : { description }))

/** Blocks that were not asked for, or could not be read, are absent. */
export const ObjectView = Type.Object({
  dn: Type.String(),
  class_name: Type.String(),
  label: Type.String({ description: 'Of the class; its name if no model is installed.' }),
  properties: block(
    Type.Object({ name: Type.String(), label: Type.String(), value: Type.String() }),
    'In the order of the class model. Secrets are masked.',
  ),
  path: block(Type.Object({ dn: Type.String(), class_name: className }), 'Objects above, outermost first.'),
  children: block(
    Type.Object({
      class_name: Type.String(),
      count: Type.Integer(),
      is_exact: Type.Boolean({ description: 'False if there may be more.' }),
    }),
  ),
  points_to: block(
    Type.Object({
      relation: Type.String(),
      dn: Type.String({ description: 'Empty if the controller found no target.' }),
      exists: Nullable(Type.Boolean({ description: 'Null if the controller does not say.' })),
    }),
  ),
  pointed_by: block(Type.Object({ relation: Type.String(), dn: Type.String(), class_name: className })),
  faults: block(
    Type.Object({
      dn: Type.String(),
      code: Type.String(),
      severity: Type.String(),
      descr: Type.String(),
      lifecycle: Type.String(),
      created: Type.String(),
    }),
    'Of the object and of what is below it, worst first.',
  ),
  audit: block(AuditLine, 'Changes to the object and to what is below it, newest first.'),
  captures: block(
    Type.Object({ snapshot: Uuid, saved_query: Uuid, saved_query_name: Type.String(), at: Timestamp }),
    'The newest snapshot of each query of this connection that has the object.',
  ),
  more: Type.Array(Type.Enum([...OBJECT_BLOCKS]), { description: 'Blocks that were cut.' }),
  problems: Type.Array(
    Type.Object({ block: Type.Enum([...OBJECT_BLOCKS]), reason: Type.String(), message: Type.String() }),
    { description: 'Blocks that could not be read.' },
  ),
  asked: Type.Array(Type.String(), { description: 'Every request that the controller got.' }),
})
export type ObjectView = Static<typeof ObjectView>

/** A look at a class shows so many of its objects. */
export const FEW_OBJECTS = 20
/** Some objects of a class, as a look at it. */
export const ClassObjectsQuery = Type.Object({
  class_name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,199}$', examples: ['fvBD'] }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: FEW_OBJECTS })),
})

export const ClassObjects = Type.Object({
  class_name: Type.String(),
  total: Type.Integer({ description: 'Objects of the class, as the controller counts them.' }),
  objects: Type.Array(Type.Record(Type.String(), Type.String()), {
    description: 'The first ones, by `dn`, with all properties. Secrets are masked.',
  }),
  asked: Type.Array(Type.String(), { description: 'Every request that the controller got.' }),
})
export type ClassObjects = Static<typeof ClassObjects>
