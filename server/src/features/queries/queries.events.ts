import { Type } from 'typebox'
import { Nullable } from '@heddle/contract/common.ts'
import { defineEvent } from '../../platform/events/events.ts'

const Folder = Nullable(Type.Integer())

/** Raised once saved queries were written or deleted. A listener may still refuse it, by throwing. */
export const queriesChanged = defineEvent(
  'queries-changed',
  Type.Object({
    changes: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.Enum(['create', 'change', 'delete']),
        name: Type.String(),
        /** Before the change; of a new query the same. */
        formerName: Type.String(),
        /** The folders that it was and is in: null at the top, undefined where it is not there. */
        from: Type.Optional(Folder),
        to: Type.Optional(Folder),
      }),
    ),
  }),
)

/** Raised before a folder of saved queries is created, changed or deleted. */
export const foldersChanging = defineEvent(
  'query-folders-changing',
  Type.Object({
    kind: Type.Enum(['create', 'change', 'delete']),
    name: Type.String(),
    /** Undefined for one that is created. */
    id: Type.Optional(Type.Integer()),
    /** What it will be in, if that is said. */
    parent: Type.Optional(Folder),
  }),
)
