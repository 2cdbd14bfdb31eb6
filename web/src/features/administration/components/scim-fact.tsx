import { Fact } from '../../../components/fact.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../scim-words.ts'

type Link = NonNullable<Wire.ManagedUser['scim']>
type Props = { readonly scim: Link | null; readonly hints: Readonly<Record<Link['origin'], string>> }

export const USER_HINTS = { created: words.userHint, linked: words.linkedHint } as const
export const GROUP_HINTS = { created: words.groupHint, linked: words.linkedGroupHint } as const

/** That an identity provider manages an account or a group, and what of it; nothing where none does. */
export function ScimFact({ scim, hints }: Props) {
  if (!scim) return null
  const id = scim.external_id === null ? '' : `, ${words.externalId(scim.external_id)}`
  return <Fact name={words.managedBy} value={<span title={hints[scim.origin]}>{`${words[scim.origin]}${id}`}</span>} />
}

/** The same in a sentence of its own, which touch screens show too. */
export const ScimHint = ({ scim, hints }: Props) => scim && <p>{hints[scim.origin]}</p>
