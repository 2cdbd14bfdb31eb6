import type { RowBlame } from '@heddle/contract/blame.ts'
import { type Html, markup } from '../../../platform/text/markup.ts'

/** Who changed a row, for a cell of a printed page. */
export function whoChanged(blame: RowBlame | undefined): Html {
  if (blame?.status === 'none') return markup`nobody known<small>no audit record fits</small>`
  if (!blame || blame.entries.length === 0) return markup`unknown`
  const people = blame.entries.map(
    ({ user, at, action }) => markup`<li>${user}<small>${action} ${at.slice(0, 19).replace('T', ' ')} UTC</small></li>`,
  )
  return markup`<ul>${people}${blame.more ? markup`<li>and others</li>` : ''}</ul>`
}
