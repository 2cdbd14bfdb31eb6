import { FieldErrors } from '../../../kernel/errors.ts'

/**
 * The source was read and filtered without an error, but has no row to launch: a mistake for somebody who launches,
 * none for a follow-up.
 */
export class NoRowsLeft extends FieldErrors {}
