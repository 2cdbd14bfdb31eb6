import { ServerErrorBody } from '@heddle/contract/common.ts'

/** Why a run of a query with `choices_from` is refused because of the query that its choices come from. */
export const CHOICE_CONFLICTS = {
  choices_column_missing: 'The saved query that the choices of a parameter come from has no such column.',
  too_many_choices: 'It has too many rows to choose from.',
  choices_query_deleted: 'It was deleted.',
  choices_query_invalid: 'It cannot run.',
}

export const CHOICE_FAILURES = {
  502: { ...ServerErrorBody, description: 'The run that the choices of a parameter come from failed.' },
}
